import type {
  Cache,
  CacheExchangeOpts,
  DataFields,
  OptimisticMutationResolver,
  UpdateResolver,
} from '@urql/exchange-graphcache';
import { fieldsByType, keylessTypes } from './cache-types.generated.ts';
import { withOwnRecords } from './live-events/new-records.ts';

type CachedEntity = { type: string; list: string };

function invalidateList(cache: Cache, { list }: CachedEntity) {
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    if (fieldName === list) cache.invalidate('Query', fieldName, args);
  }
}

/** Payload field with the entity: `userGroup` for `UserGroup`. */
function payloadField(type: string): string {
  return type.charAt(0).toLowerCase() + type.slice(1);
}

/** Fields that lead to other records, which the cache resolves to keys. */
const relations = new Set<string>(Object.values(fieldsByType).flat());

/** What the cache knows of a record, and of records that it leads to in up to `steps`. */
function knownFields(
  cache: Cache,
  record: Parameters<Cache['inspectFields']>[0],
  steps = 2,
): DataFields {
  const fields = cache.inspectFields(record).filter((field) => field.arguments === null);
  return Object.fromEntries(
    fields.flatMap(({ fieldName }) => {
      const value = cache.resolve(record, fieldName);
      if (!relations.has(fieldName) || typeof value !== 'string') return [[fieldName, value]];
      return steps > 0 ? [[fieldName, knownFields(cache, value, steps - 1)]] : [];
    }),
  ) as DataFields;
}

function updateOptimistically(type: string): OptimisticMutationResolver<{ input: { id: string } }> {
  return ({ input }, cache) => {
    const entity = { __typename: type, id: input.id };
    return {
      __typename: `Update${type}Payload`,
      errors: [],
      [payloadField(type)]: { ...knownFields(cache, entity), ...input, ...entity },
    };
  };
}

/**
 * Options of the normalized cache, by mutation name: `update<Type>` returns the entity; `create<Type>`, `create<List>`,
 * `delete<List>` and `restore<List>` invalidate its list.
 */
export function createCacheOptions(entities: readonly CachedEntity[]): CacheExchangeOpts {
  return {
    keys: {
      ...Object.fromEntries(keylessTypes.map((type) => [type, () => null])),
      // One viewer per client.
      Viewer: () => 'viewer',
    },
    optimistic: Object.fromEntries(
      entities.map(({ type }) => [`update${type}`, updateOptimistically(type)]),
    ),
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
