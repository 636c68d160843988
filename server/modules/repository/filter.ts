import { within } from '#server/graphql/building/record-filter.ts';
import { searchFilter } from '#server/graphql/building/search.ts';

type Filter = {
  searchTerm?: string | null | undefined;
  createdFrom?: Date | null | undefined;
  createdTo?: Date | null | undefined;
};

/**
 * Conditions of a list of repositories. Empty without a filter.
 *
 * @throws BAD_REQUEST for an invalid search term
 */
export function repositoryConditions(filter: Filter) {
  return [
    searchFilter(filter.searchTerm, {
      anywhere: 'searchText',
      words: 'searchName',
    }),
    within('createdAt', { from: filter.createdFrom, before: filter.createdTo }),
  ].filter((condition) => condition !== undefined);
}
