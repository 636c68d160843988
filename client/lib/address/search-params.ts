import { limits } from '#shared/limits.ts';

/** Terms that are too long are ignored. */
export function readSearchTerm(search: URLSearchParams): string {
  const term = search.get('searchTerm')?.trim() ?? '';
  return term.length <= limits.searchMax ? term : '';
}

/** Unknown values fall back to the first of `sorts`. */
export function readSort<Sort extends string>(
  search: URLSearchParams,
  sorts: readonly [Sort, ...Sort[]],
) {
  return sorts.find((sort) => sort === search.get('sort')) ?? sorts[0];
}

/** Invalid values are ignored. */
export function readChoice<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((choice) => choice === search.get(name)) ?? null;
}
