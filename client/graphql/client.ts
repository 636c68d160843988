import { cacheExchange } from '@urql/exchange-graphcache';
import {
  type AnyVariables,
  Client,
  type DocumentInput,
  fetchExchange,
  makeOperation,
  mapExchange,
  type Operation,
} from 'urql';
import { heedDemo } from '#client/lib/demo.ts';
import { cacheOptions } from './cache.ts';
import { failureOf } from './failure.ts';
import { liveExchange } from './live.ts';

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
          else if (operation.kind === 'teardown') shown.delete(operation.key);
        },
        onError(error) {
          const { code } = failureOf(error);
          heedDemo(code);
          if (code === 'UNAUTHENTICATED') onSignedOut();
        },
      }),
      cacheExchange(cacheOptions),
      fetchExchange,
      liveExchange(askAgain),
    ],
  });
  return { client, askAgain };
}

let current: ({ sessionId: string } & ReturnType<typeof createClient>) | null = null;

// A browser that was offline has missed more than the stream of events knows.
window.addEventListener('online', () => current?.askAgain());

/** The client of one session. Another session gets another one, so nothing of A is shown to B. */
export function clientOf(sessionId: string, options: Options): Client {
  if (current?.sessionId !== sessionId) current = { sessionId, ...createClient(options) };
  return current.client;
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
