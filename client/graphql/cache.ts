import type { Cache, CacheExchangeOpts, UpdateResolver } from '@urql/exchange-graphcache';
import { keylessTypes } from './cache-types.generated.ts';
import { withOwnRecords } from './live-events/new-records.ts';

type CachedEntity = { type: string; list: string };

function invalidateList(cache: Cache, { list }: CachedEntity) {
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    if (fieldName === list) cache.invalidate('Query', fieldName, args);
  }
}

/**
 * Options of the normalized cache. By their names, `create<Type>`, `create<List>`, `delete<List>` and `restore<List>`
 * invalidate the entity's list.
 */
export function createCacheOptions(entities: readonly CachedEntity[]): CacheExchangeOpts {
  return {
    // Without a schema, each fragment on another type causes a warning. `debug` reports each field not in the cache.
    logger: (severity, message) => {
      if (severity !== 'debug' && !message.startsWith('Heuristic Fragment'))
        console[severity](message);
    },
    keys: {
      ...Object.fromEntries(keylessTypes.map((type) => [type, () => null])),
      // One viewer per client.
      Viewer: () => 'viewer',
    },
    updates: {
      Mutation: Object.fromEntries(
        entities.flatMap((entity) => {
          const update: UpdateResolver = withOwnRecords((_result, _args, cache) =>
            invalidateList(cache, entity),
          );
          const many = `${entity.list.charAt(0).toUpperCase()}${entity.list.slice(1)}`;
          return [`create${entity.type}`, `create${many}`, `delete${many}`, `restore${many}`].map(
            (mutation) => [mutation, update],
          );
        }),
      ),
    },
  };
}
