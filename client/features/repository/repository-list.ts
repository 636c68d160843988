import { readSearchTerm, readSort } from '#client/search-params.ts';

/** Orders of the list of repositories. The first is the default. */
const sorts = ['updated', 'created', 'name'] as const;

export type RepositorySort = (typeof sorts)[number];

/** Reads the query parameters of the list of repositories. */
export function readRepositoryList(search: URLSearchParams) {
  return { searchTerm: readSearchTerm(search), sort: readSort(search, sorts) };
}
