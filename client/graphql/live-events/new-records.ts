import { createStore } from '#client/lib/store.ts';

const countedMax = 99;

type NewRecords = {
  list: string | null;
  /** Records created by others since it was loaded. Hidden until the user asks for them. */
  ids: ReadonlySet<string>;
  isMore: boolean;
};

const none: NewRecords = { list: null, ids: new Set(), isMore: false };

export const newRecords = createStore(none);

/** Created in this tab, so their events are not news. */
const own = new Set<string>();

export function collectNewRecords(list: string | null) {
  newRecords.set({ ...none, list });
}

/** Defers showing a new record, unless its list isn't on screen or it was created here. Returns whether it did. */
export function deferRecord(list: string, id: string): boolean {
  const { ids, ...current } = newRecords.get();
  if (current.list !== list || own.has(id)) return false;
  if (ids.size < countedMax) newRecords.set({ ...current, ids: new Set(ids).add(id) });
  else newRecords.set({ ...current, ids, isMore: true });
  return true;
}

/** Shows a record created in this tab without deferring it. */
export function addOwnRecord(id: string) {
  own.add(id);
  const { ids, ...current } = newRecords.get();
  const others = new Set(ids);
  if (others.delete(id)) newRecords.set({ ...current, ids: others });
}
