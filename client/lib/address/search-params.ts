import { limits } from '#shared/limits.ts';

/** Terms that are too long are ignored. */
export function readSearchTerm(search: URLSearchParams): string {
  const term = search.get('searchTerm')?.trim() ?? '';
  return term.length <= limits.searchMax ? term : '';
}

type Direction = 'ASC' | 'DESC';

export const opposite: Record<Direction, Direction> = { ASC: 'DESC', DESC: 'ASC' };

/** An order of a list, with its name in the URL. */
export type ListOrder<Field = string> = { name: string; field: Field; direction: Direction };

/** The first is the default. */
export type ListOrders<Field = string> = readonly [ListOrder<Field>, ...ListOrder<Field>[]];

/** A leading hyphen reverses the order. Unknown names fall back to the first of `orders`. */
export function readSort<Field>(search: URLSearchParams, orders: ListOrders<Field>) {
  const text = search.get('sort') ?? '';
  const known = orders.find(({ name }) => text === name || text === `-${name}`);
  const { name, field, direction } = known ?? orders[0];
  return {
    sort: name,
    orderBy: { field, direction: text === `-${name}` ? opposite[direction] : direction },
  };
}

/** Invalid values are ignored. */
export function readChoice<Choice extends string>(
  search: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | null {
  return choices.find((choice) => choice === search.get(name)) ?? null;
}
