/** Reads what stands in the address of a list; a bad value counts as none. */
import { limits } from '#shared/limits.ts';

/** How a list can be sorted; the first is the default. */
const repositorySorts = ['updated', 'created', 'name'] as const;
const userSorts = ['name', 'email', 'created'] as const;

export type RepositorySort = (typeof repositorySorts)[number];
export type UserSort = (typeof userSorts)[number];

function readSearchTerm(search: URLSearchParams): string {
  const term = search.get('searchTerm')?.trim() ?? '';
  return term.length <= limits.searchMax ? term : '';
}

function readSort<Sort extends string>(search: URLSearchParams, sorts: readonly [Sort, ...Sort[]]) {
  return sorts.find((sort) => sort === search.get('sort')) ?? sorts[0];
}

export function readRepositoryList(search: URLSearchParams) {
  return { searchTerm: readSearchTerm(search), sort: readSort(search, repositorySorts) };
}

export function readUserList(search: URLSearchParams) {
  return { searchTerm: readSearchTerm(search), sort: readSort(search, userSorts) };
}
