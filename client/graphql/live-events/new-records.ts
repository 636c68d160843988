import type { DataFields, UpdateResolver } from '@urql/exchange-graphcache';
import { useEffect } from 'react';
import { createStore } from '#client/lib/store.ts';

const countedMax = 99;

export type LiveList = { list: string; isFiltered: boolean };

type NewRecords = {
  list: LiveList | null;
  /** Records created by others since it was loaded. Hidden until the user asks for them. */
  ids: ReadonlySet<string>;
  isMore: boolean;
};

const none: NewRecords = { list: null, ids: new Set(), isMore: false };

export const newRecords = createStore(none);

/** Created in this tab, so their events are not news. */
const own = new Set<string>();

export function collectNewRecords(list: LiveList | null) {
  newRecords.set({ ...none, list });
}

/**
 * Defers showing a new record, unless its list isn't on screen or it was created here. Returns whether nothing needs to be
 * fetched until the user asks: which new records match a filter is known only once the list was fetched again.
 */
export function deferRecord(list: string, id: string): boolean {
  const { ids, ...current } = newRecords.get();
  if (current.list?.list !== list || own.has(id)) return false;
  if (ids.size < countedMax) newRecords.set({ ...current, ids: new Set(ids).add(id) });
  else newRecords.set({ ...current, ids, isMore: true });
  return !current.list.isFiltered;
}

/** Shows a record created in this tab without deferring it. */
export function addOwnRecord(id: string) {
  own.add(id);
  const { ids, ...current } = newRecords.get();
  const others = new Set(ids);
  if (others.delete(id)) newRecords.set({ ...current, ids: others });
}

function createdRecords(result: DataFields): { id: string }[] {
  const payloads = Object.values(result) as (Record<string, unknown> | null)[];
  return payloads
    .flatMap((payload) => Object.values(payload ?? {}).flat())
    .filter((value) => typeof (value as { id?: unknown } | null)?.id === 'string') as {
    id: string;
  }[];
}

/** Notes the records that a mutation of this tab created before `update` reads their lists again. */
export function withOwnRecords(update: UpdateResolver): UpdateResolver {
  return (result, ...rest) => {
    for (const { id } of createdRecords(result)) addOwnRecord(id);
    update(result, ...rest);
  };
}

/** Collects records that others add to a list while it is shown. Returns whether there are any. */
export function useNewRecords(liveList: LiveList | undefined, listKey: number): boolean {
  const { list: collected, ids } = newRecords.use();
  const { list, isFiltered = false } = liveList ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key is another list
  useEffect(() => {
    if (!list) return;
    collectNewRecords({ list, isFiltered });
    return () => collectNewRecords(null);
  }, [list, isFiltered, listKey]);
  return list !== undefined && collected?.list === list && ids.size > 0;
}
