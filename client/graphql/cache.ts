import type {
  Cache,
  CacheExchangeOpts,
  OptimisticMutationResolver,
  UpdateResolver,
} from '@urql/exchange-graphcache';
import { nameOfEnum } from '#shared/enum-name.ts';
import type { EventsSubscription } from './live.generated.ts';

/** Which list fields of `Query` show entities of a type. */
const lists = { Repository: 'repositories', User: 'users' } as const;

type Lists = typeof lists;

type List = Lists[keyof Lists];

/** Forgets every page of a list; the pages on screen are fetched again, keeping what they show. */
function forget(cache: Cache, list: List) {
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    if (fieldName === list) cache.invalidate('Query', fieldName, args);
  }
}

function refresh(list: List): UpdateResolver {
  return (_result, _args, cache) => forget(cache, list);
}

/** What somebody else created or deleted; what they changed has come along and is written already. */
const refreshChanged: UpdateResolver = (result, _args, cache) => {
  const { events } = result as EventsSubscription;
  if (events.__typename !== 'RecordChange' || events.kind === 'UPDATED') return;
  const type = nameOfEnum(events.type, Object.keys(lists) as (keyof Lists)[]);
  if (!type) return;
  forget(cache, lists[type]);
  if (events.kind === 'DELETED') cache.invalidate({ __typename: type, id: events.recordId });
};

/**
 * Shows an edit before the server has answered: the entity as it is known, with what was entered. If
 * the server refuses, graphcache takes it back.
 */
const showAtOnce =
  (type: keyof Lists): OptimisticMutationResolver<{ input: { id: string } }> =>
  ({ input }, cache) => {
    const entity = { __typename: type, id: input.id };
    const known = cache
      .inspectFields(entity)
      .filter((field) => field.arguments === null)
      .map(({ fieldName }) => [fieldName, cache.resolve(entity, fieldName)]);
    return {
      __typename: `Update${type}Payload`,
      errors: [],
      [type.toLowerCase()]: { ...Object.fromEntries(known), ...input, ...entity },
    };
  };

/**
 * Normalised by id. An update carries its entity and so shows everywhere by itself; what is
 * created or deleted changes lists, and those are asked for again. One rule for all entities: it
 * goes by the names of the mutations.
 */
export const cacheOptions: CacheExchangeOpts = {
  keys: {
    AuditEventConnection: () => null,
    DayCount: () => null,
    MailStateCount: () => null,
    ManyRecordsChange: () => null,
    PageInfo: () => null,
    RecordChange: () => null,
    RepositoryConnection: () => null,
    SessionConnection: () => null,
    SignedOut: () => null,
    Statistics: () => null,
    StatusCount: () => null,
    UserConnection: () => null,
    UserError: () => null,
    // One viewer per client.
    Viewer: () => 'viewer',
    ViewerChange: () => null,
  },
  optimistic: Object.fromEntries(
    (Object.keys(lists) as (keyof Lists)[]).map((type) => [`update${type}`, showAtOnce(type)]),
  ),
  updates: {
    Subscription: { events: refreshChanged },
    Mutation: Object.fromEntries(
      Object.entries(lists).flatMap(([type, list]) => [
        [`create${type}`, refresh(list)],
        [`delete${type}`, refresh(list)],
      ]),
    ),
  },
};
