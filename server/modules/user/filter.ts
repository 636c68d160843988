import { within } from '#server/graphql/building/record-filter.ts';
import { searchFilter } from '#server/graphql/building/search.ts';
import { type Status, statusFilter } from '#server/graphql/types/user-status.ts';

type Filter = {
  createdFrom?: Date | null | undefined;
  createdTo?: Date | null | undefined;
  searchTerm?: string | null | undefined;
  role?: string | null | undefined;
  status?: Status | null | undefined;
  isServiceAccount?: boolean | null | undefined;
};

/**
 * Conditions of a list of users. Empty without a filter.
 *
 * @throws BAD_REQUEST for an invalid search term
 */
export function userConditions(filter: Filter) {
  const { searchTerm, role, status, isServiceAccount } = filter;
  return [
    searchFilter(searchTerm, {
      anywhere: 'searchText',
      words: 'searchText',
    }),
    role ? { role: { contains: role } } : undefined,
    status ? statusFilter(status) : undefined,
    isServiceAccount != null ? { isServiceAccount } : undefined,
    within('createdAt', { from: filter.createdFrom, before: filter.createdTo }),
  ].filter((condition) => condition !== undefined);
}
