/** Named searches, filters and sort orders, stored in this browser by list. */
import { createStore } from '#client/lib/store.ts';
import { readStoredJson, writeStored } from '#client/lib/stored.ts';

const key = 'list-views';
const most = 20;

export type SavedView = { name: string; search: string };

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as SavedView).name === 'string' &&
  /^\?/.test(String((value as SavedView).search));

function read(): Record<string, SavedView[]> {
  const stored: Record<string, unknown> = Object(readStoredJson(key));
  return Object.fromEntries(
    Object.entries(stored).map(([list, views]) => [
      list,
      Array.isArray(views) ? views.filter(isView) : [],
    ]),
  );
}

export const savedViews = createStore(read());

function store(list: string, views: SavedView[]) {
  const all = { ...savedViews.get(), [list]: views };
  savedViews.set(all);
  writeStored(key, JSON.stringify(all));
}

/** Saves a view, replacing one with the same name. Drops the oldest above the limit. */
export function saveView(list: string, view: SavedView) {
  const others = (savedViews.get()[list] ?? []).filter(({ name }) => name !== view.name);
  store(list, [...others, view].slice(-most));
}

export function removeView(list: string, search: string) {
  store(
    list,
    (savedViews.get()[list] ?? []).filter((view) => view.search !== search),
  );
}
