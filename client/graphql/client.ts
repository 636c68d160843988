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
  stringifyDocument,
} from 'urql';
import { isTransient, retryPolicy, setRepeating } from '#client/lib/connection.ts';
import { openDemoDialogOnError } from '#client/lib/demo.ts';
import { createCacheOptions } from './cache.ts';
import { apiErrorOf } from './errors.ts';
import { liveExchange } from './live.ts';
import { addDocumentId, fetchById } from './send-by-id.ts';

/**
 * Retries queries, never mutations: a mutation without an answer may have been executed. The
 * exchange multiplies each wait by 1.5 to 2.5, so half of the first wait gives about 1, 2 and 4 s.
 */
const retryQueries = retryExchange({
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
  entities: Parameters<typeof createCacheOptions>[0];
  /** The server no longer accepts the session. */
  onSignedOut: () => void;
  /** Events are heard from now on. Earlier changes of the viewer were missed. */
  onConnect: () => void;
};

function createClient({ entities, onSignedOut, onConnect }: Options): {
  client: Client;
  refetch: (only?: RegExp) => void;
} {
  const active = new Map<number, Operation>();
  const refetch = (only = /(?:)/) => {
    for (const query of active.values()) {
      if (!only.test(stringifyDocument(query.query))) continue;
      const context = { ...query.context, requestPolicy: 'cache-and-network' as const };
      client.reexecuteOperation(makeOperation('query', query, context));
    }
  };
  const client = new Client({
    url: '/api/graphql',
    preferGetMethod: false,
    requestPolicy: 'cache-and-network',
    fetchOptions: { credentials: 'include' },
    fetch: fetchById,
    exchanges: [
      mapExchange({
        onOperation(operation) {
          if (operation.kind === 'query') active.set(operation.key, operation);
          else if (operation.kind === 'teardown') {
            active.delete(operation.key);
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
      cacheExchange(createCacheOptions(entities)),
      // The cache forwards documents, but no extensions.
      mapExchange({ onOperation: addDocumentId }),
      retryQueries,
      fetchExchange,
      liveExchange((isOutdated) => {
        onConnect();
        if (isOutdated) refetch();
      }),
    ],
  });
  return { client, refetch };
}

let current: ({ viewerKey: string } & ReturnType<typeof createClient>) | null = null;

/**
 * Returns the client of a session and its permissions. Another `viewerKey` gets another client, so
 * that its cache holds nothing that the viewer may no longer see.
 */
export function clientOf(viewerKey: string, options: Options): Client {
  if (current?.viewerKey !== viewerKey) current = { viewerKey, ...createClient(options) };
  return current.client;
}

/** Refetches every query on screen. */
export function refetchActive(): void {
  current?.refetch();
}

/** Refetches every query on screen that shows an organization, or something that belongs to one. */
export function refetchOrganizations(): void {
  current?.refetch(/organization|membership|\b(?:Team|Invitation)\b/i);
}

/** Refetches every list of access tokens on screen: events tell of their owners. */
export function refetchTokens(): void {
  current?.refetch(/accessTokens/);
}

/** Loads into the cache what a page will ask for. The page refetches it when it opens. */
export function preloadQuery<Data, Variables extends AnyVariables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables,
): void {
  void current?.client.query(document, variables, { requestPolicy: 'cache-first' }).toPromise();
}
