import type { CacheExchangeOpts, UpdateResolver } from '@urql/exchange-graphcache';

/** Which list fields of `Query` show entities of a type. */
const lists = { Repository: 'repositories', User: 'users' } as const;

type Lists = typeof lists;

/** Forgets every page of a list; the pages on screen are fetched again, keeping what they show. */
function refresh(list: Lists[keyof Lists]): UpdateResolver {
  return (_result, _args, cache) => {
    for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
      if (fieldName === list) cache.invalidate('Query', fieldName, args);
    }
  };
}

/**
 * Normalised by id. An update carries its entity and so shows everywhere by itself; what is
 * created or deleted changes lists, and those are asked for again. One rule for all entities: it
 * goes by the names of the mutations.
 */
export const cacheOptions: CacheExchangeOpts = {
  keys: {
    PageInfo: () => null,
    RepositoryConnection: () => null,
    UserConnection: () => null,
    UserError: () => null,
  },
  updates: {
    Mutation: Object.fromEntries(
      Object.entries(lists).flatMap(([type, list]) => [
        [`create${type}`, refresh(list)],
        [`delete${type}`, refresh(list)],
      ]),
    ),
  },
};
