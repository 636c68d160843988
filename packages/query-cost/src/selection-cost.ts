import type { PricedList } from './actual-cost.ts';

/** Points of a selection: fixed, per entry of a connection's page, and the number of counts. */
export type Cost = {
  once: number;
  perEntry: number;
  counts: number;
  lists: PricedList[];
  /** Response keys of the selected fields. */
  keys: Set<string>;
};

export const noCost = (): Cost => ({
  once: 0,
  perEntry: 0,
  counts: 0,
  lists: [],
  keys: new Set(),
});

/**
 * Lists of the most expensive of the types that a field may return. Leaves out those whose key is selected of another type
 * too, because a key in the answer doesn't tell which type was returned.
 */
export function refundableLists(priced: Cost, types: readonly Cost[]): PricedList[] {
  const others = types.filter((each) => each !== priced);
  return priced.lists.filter(({ key }) => !others.some(({ keys }) => keys.has(key)));
}
