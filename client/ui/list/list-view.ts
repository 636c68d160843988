/** How lists are shown: kept in this browser, for all lists or by their name. */
import { createStore } from '#client/lib/store.ts';
import { readStored, writeStored } from '#client/lib/stored.ts';

const key = 'list-view';

export type ListView = {
  /** Rows of 48 instead of 64 pixels. */
  dense: boolean;
  /** Optional columns that are shown or hidden, by `list.column`. */
  columns: Record<string, boolean>;
};

function read(): ListView {
  try {
    const { dense, columns } = JSON.parse(readStored(key) ?? '{}');
    return { dense: dense === true, columns: Object(columns) };
  } catch {
    return { dense: false, columns: {} };
  }
}

export const listView = createStore(read());

/** Changes how lists are shown, and stores it. */
export function changeListView(change: Partial<ListView>) {
  const view = { ...listView.get(), ...change };
  listView.set(view);
  writeStored(key, JSON.stringify(view));
}
