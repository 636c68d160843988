import { cacheExchange } from '@urql/exchange-graphcache';
import { retryExchange } from '@urql/exchange-retry';
import {
  type AnyVariables,
  Client,
  type DocumentInput,
  fetchExchange,
  makeOperation,
  mapExchange,
  type Operation,
} from 'urql';
import { isTransient, retryPolicy, setRepeating } from '#client/lib/connection.ts';
import { openDemoDialogOnError } from '#client/lib/demo.ts';
import { cacheOptions } from './cache.ts';
import { apiErrorOf } from './errors.ts';
import { liveExchange } from './live.ts';

/**
 * Repeats queries, and never mutations: those may have been carried out. The exchange multiplies each
 * wait by 1.5 to 2.5, so half of the first wait makes it about 1, 2 and 4 seconds.
 */
const repeatQueries = retryExchange({
  maxNumberAttempts: retryPolicy.repeats + 1,
  initialDelayMs: retryPolicy.firstWait / 2,
  maxDelayMs: retryPolicy.longestWait,
  retryIf(error, { kind, key }) {
    const isRepeated = kind === 'query' && isTransient(apiErrorOf(error).code);
    if (isRepeated) setRepeating(key, true);
    return isRepeated;
  },
});

type Options = {
  /** The server no longer knows this session. */
  onSignedOut: () => void;
};

/** `askAgain` has every query on screen ask the server. */
function createClient({ onSignedOut }: Options): { client: Client; askAgain: () => void } {
  /** The queries on screen. */
  const shown = new Map<number, Operation>();
  const askAgain = () => {
    for (const query of shown.values()) {
      const context = { ...query.context, requestPolicy: 'cache-and-network' as const };
      client.reexecuteOperation(makeOperation('query', query, context));
    }
  };
  const client = new Client({
    url: '/api/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { credentials: 'include' },
    exchanges: [
      mapExchange({
        onOperation(operation) {
          if (operation.kind === 'query') shown.set(operation.key, operation);
          else if (operation.kind === 'teardown') {
            shown.delete(operation.key);
            setRepeating(operation.key, false);
          }
        },
        onResult({ operation }) {
          setRepeating(operation.key, false);
        },
        onError(error) {
          const { code } = apiErrorOf(error);
          openDemoDialogOnError(code);
          if (code === 'UNAUTHENTICATED') onSignedOut();
        },
      }),
      cacheExchange(cacheOptions),
      repeatQueries,
      fetchExchange,
      liveExchange(askAgain),
    ],
  });
  return { client, askAgain };
}

let current: ({ viewerKey: string } & ReturnType<typeof createClient>) | null = null;

// A browser that was offline has missed more than the stream of events knows.
window.addEventListener('online', refetchShown);

/**
 * The client of one session and its permissions. With another session or role, the cache is another
 * one too: it holds nothing of what the viewer may no longer see.
 */
export function clientOf(viewerKey: string, options: Options): Client {
  if (current?.viewerKey !== viewerKey) current = { viewerKey, ...createClient(options) };
  return current.client;
}

/** Has every query on screen ask the server again. */
export function refetchShown(): void {
  current?.askAgain();
}

/**
 * Asks for what a page will show, unless it is in the cache already: the page shows what there is
 * at once and asks again behind, so nothing gets old by this.
 */
export function preloadQuery<Data, Variables extends AnyVariables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables,
): void {
  void current?.client.query(document, variables, { requestPolicy: 'cache-first' }).toPromise();
}
