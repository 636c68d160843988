import { limits } from '#shared/limits.ts';

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
