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
  type OperationResult,
} from 'urql';
import { liveExchange } from '#client/graphql/live-events/use-live-events.ts';
import { isTransient, retryPolicy, setRepeating } from '#client/lib/connection.ts';
import { openDemoDialogOnError } from '#client/lib/demo.ts';
import { createCacheOptions } from './cache.ts';
import { apiErrorOf, payloadErrors } from './errors.ts';
import { addDocumentId, fetchById, freshSessionExchange } from './exchanges.ts';
import { organizationTypes, type RecordType, selectsType } from './selected-types.ts';

/**
 * Retries queries but never mutations, which may have been executed without a response. The exchange multiplies each
 * delay by 1.5 to 2.5, so half of the first wait results in about 1, 2 and 4 s.
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

/** Whether queries on screen may be outdated: after a change, or one that was refused because of a newer record. */
function isOutdating(result: OperationResult): boolean {
  const { operation, data } = result;
  const [field = ''] = Object.keys(data ?? {});
  // Null if it failed as a whole, undefined without an answer.
  if (operation.kind !== 'mutation' || !data?.[field]) return false;
  // What is deleted or left may still be on screen.
  if (/^(delete|leave)/.test(field)) return false;
  // `useBulk` refetches after its last batch. The page of a CSV import shows no records.
  const { ids, repositories: csvRows } = operation.variables?.input ?? {};
  if (csvRows || ids?.length > 1) return false;
  return payloadErrors(result).every(({ code }) => code === 'RECORD_CHANGED');
}

type Options = {
  entities: Parameters<typeof createCacheOptions>[0];
  onSignedOut: () => void;
  liveEventSession: Omit<Parameters<typeof liveExchange>[0], 'refetch'>;
};

function createClient({ entities, onSignedOut, liveEventSession }: Options): {
  client: Client;
  refetch: () => void;
  refetchTypes: (types: readonly RecordType[]) => void;
} {
  const active = new Map<number, Operation>();
  let isWaiting = false;
  function askAgain(query: Operation): void {
    const context = { ...query.context, requestPolicy: 'cache-and-network' as const };
    client.reexecuteOperation(makeOperation('query', query, context));
  }
  function refetch(): void {
    if (isWaiting) return;
    // Once for results that arrive together, such as a repeated mutation's.
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      for (const query of active.values()) askAgain(query);
    });
  }
  function refetchTypes(types: readonly RecordType[]): void {
    for (const query of active.values()) {
      if (selectsType(query.query, types)) askAgain(query);
    }
  }
  const client: Client = new Client({
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
        onResult(result) {
          setRepeating(result.operation.key, false);
          if (isOutdating(result)) refetch();
        },
        onError(error) {
          const { code } = apiErrorOf(error);
          openDemoDialogOnError(code);
          if (code === 'UNAUTHENTICATED') onSignedOut();
        },
      }),
      freshSessionExchange(() => client),
      cacheExchange(createCacheOptions(entities)),
      // The cache forwards documents but drops extensions.
      mapExchange({ onOperation: addDocumentId }),
      retryQueries,
      fetchExchange,
      liveExchange({ ...liveEventSession, refetch }),
    ],
  });
  return { client, refetch, refetchTypes };
}

let current: ({ viewerKey: string } & ReturnType<typeof createClient>) | null = null;

/**
 * Returns the client for a session and its permissions. A different `viewerKey` gets a new client, so that the cache
 * never holds data the viewer may no longer see.
 */
export function clientOf(viewerKey: string, options: Options): Client {
  if (current?.viewerKey !== viewerKey) current = { viewerKey, ...createClient(options) };
  return current.client;
}

/** Refetches queries on screen. */
export function refetchActive(): void {
  current?.refetch();
}

/** Refetches queries on screen that select one of these types. */
export function refetchTypes(types: readonly RecordType[]): void {
  current?.refetchTypes(types);
}

/** Refetches queries on screen that select an organization or something in one. */
export const refetchOrganizations = () => refetchTypes(organizationTypes);

export function preloadQuery<Data, Variables extends AnyVariables>(
  document: DocumentInput<Data, Variables>,
  variables: Variables,
): void {
  void current?.client.query(document, variables, { requestPolicy: 'cache-first' }).toPromise();
}
