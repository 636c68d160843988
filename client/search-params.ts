import { limits } from '#shared/limits.ts';

/** The first is the default. */
const repositorySorts = ['updated', 'created', 'name'] as const;

export type RepositorySort = (typeof repositorySorts)[number];

/** Reads `searchTerm`. A term that is too long counts as none. */
export function readSearchTerm(search: URLSearchParams): string {
  const term = search.get('searchTerm')?.trim() ?? '';
  return term.length <= limits.searchMax ? term : '';
}

/** Reads `sort`. An unknown value counts as the first of `sorts`. */
export function readSort<Sort extends string>(
  search: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
) {
  return sorts.find((sort) => sort === search.get('sort')) ?? sorts[0];
}

/** Reads the query parameters of the list of repositories. */
export function readRepositoryList(search: URLSearchParams) {
  return { searchTerm: readSearchTerm(search), sort: readSort(search, repositorySorts) };
}
