import { createStore } from '#client/lib/store.ts';

/** Most new records that are counted. */
const countedMax = 99;

type NewRecords = {
  /** The list on screen, null if there is none. */
  list: string | null;
  /** Records that others have created since it was loaded. It shows them when the reader asks to. */
  ids: ReadonlySet<string>;
  /** Whether there are more than those. */
  isMore: boolean;
};

const none: NewRecords = { list: null, ids: new Set(), isMore: false };

export const newRecords = createStore(none);

/** Created in this tab, so that the event about it is no news. */
const own = new Set<string>();

/** Begins to collect the new records of a list. Those before are forgotten. */
export function collectNewRecords(list: string | null) {
  newRecords.set({ ...none, list });
}

/** Keeps a new record back, unless its list is not on screen or it was created here. */
export function keepBack(list: string, id: string): boolean {
  const { ids, ...current } = newRecords.get();
  if (current.list !== list || own.has(id)) return false;
  if (ids.size < countedMax) newRecords.set({ ...current, ids: new Set(ids).add(id) });
  else newRecords.set({ ...current, ids, isMore: true });
  return true;
}

/** Shows a record at once that was created in this tab. */
export function addOwnRecord(id: string) {
  own.add(id);
  const { ids, ...current } = newRecords.get();
  const others = new Set(ids);
  if (others.delete(id)) newRecords.set({ ...current, ids: others });
}
