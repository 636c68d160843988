/** List display settings, stored in this browser for all lists or by list name. */
import { createStore } from '#client/lib/store.ts';
import { readStoredJson, writeStored } from '#client/lib/stored.ts';

const key = 'list-view';

export type ListView = {
  /** Visibility of optional columns, by `list.column`. */
  columns: Record<string, boolean>;
};

function read(): ListView {
  const { columns } = Object(readStoredJson(key));
  return { columns: Object(columns) };
}

export const listView = createStore(read());

export function changeListView(change: Partial<ListView>) {
  const view = { ...listView.get(), ...change };
  listView.set(view);
  writeStored(key, JSON.stringify(view));
}
