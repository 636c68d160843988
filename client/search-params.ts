/** Reads what stands in the address of a list; a bad value counts as none. */
import { limits } from '#shared/limits.ts';

/** How a list can be sorted; the first is the default. */
const repositorySorts = ['updated', 'created', 'name'] as const;

export type RepositorySort = (typeof repositorySorts)[number];

export function readSearchTerm(search: URLSearchParams): string {
  const term = search.get('searchTerm')?.trim() ?? '';
  return term.length <= limits.searchMax ? term : '';
}

export function readSort<Sort extends string>(
  search: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
) {
  return sorts.find((sort) => sort === search.get('sort')) ?? sorts[0];
}

export function readRepositoryList(search: URLSearchParams) {
  return { searchTerm: readSearchTerm(search), sort: readSort(search, repositorySorts) };
}
