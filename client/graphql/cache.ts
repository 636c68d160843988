import type {
  Cache,
  CacheExchangeOpts,
  DataFields,
  OptimisticMutationResolver,
  UpdateResolver,
  Variables,
} from '@urql/exchange-graphcache';
import { nameOfEnum } from '#shared/enum-name.ts';
import { fieldsByType } from './fields-by-type.generated.ts';
import { keylessTypes } from './keyless-types.generated.ts';
import type { EventsSubscription } from './live-events/live-events.generated.ts';
import { deferRecord, withOwnRecords } from './live-events/new-records.ts';

type CachedEntity = { type: string; list: string };

/** Paged lists grow; other lists, such as the newest entries, have a fixed size. */
function isPaged(cache: Cache, fieldName: string, args: Variables | null): boolean {
  const connection = cache.resolve('Query', fieldName, args ?? {});
  return typeof connection === 'string' && cache.resolve(connection, 'pageInfo') !== undefined;
}

function invalidateList(cache: Cache, { list }: CachedEntity, paged = true) {
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    if (fieldName !== list || (!paged && isPaged(cache, fieldName, args))) continue;
    cache.invalidate('Query', fieldName, args);
  }
}

/** Applies other users' changes. Updates carry the record, so the cache already has them. */
function applyLiveEvent(entities: readonly CachedEntity[]): UpdateResolver {
  const types = entities.map(({ type }) => type);
  return (result, _args, cache) => {
    const { events } = result as EventsSubscription;
    if (events.__typename !== 'RecordChange' || events.kind === 'UPDATED') return;
    const type = nameOfEnum(events.type, types);
    const entity = entities.find((each) => each.type === type);
    if (!entity) return;
    const isDeferred = events.kind === 'CREATED' && deferRecord(entity.list, events.recordId);
    invalidateList(cache, entity, !isDeferred);
    if (events.kind === 'DELETED') {
      cache.invalidate({ __typename: entity.type, id: events.recordId });
    }
  };
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
      Subscription: { events: applyLiveEvent(entities) },
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
