import { createStore } from '#client/lib/store.ts';

export type Selection = {
  ids: ReadonlySet<string>;
  /** Every entry that matches the list's filters is selected, including those not loaded. */
  all: boolean;
  anchor?: string | undefined;
  /** Shows the checkboxes even if no row is selected. */
  isOpen?: boolean;
};

const none: Selection = { ids: new Set(), all: false };

export const selection = createStore(none);

export const clearSelection = () => selection.set(none);

/** Toggles a row's selection. With `range`, selects all rows from the last one to it. */
export function toggleSelected(id: string, range: boolean) {
  const { ids, anchor, isOpen = false } = selection.get();
  const next = new Set(ids);
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].map(
    (row) => row.dataset.row ?? '',
  );
  const [from = -1, to = -1] = [rows.indexOf(anchor ?? ''), rows.indexOf(id)].sort((a, b) => a - b);
  if (range && from >= 0) for (const row of rows.slice(from, to + 1)) next.add(row);
  else if (!next.delete(id)) next.add(id);
  selection.set({ ids: next, all: false, anchor: id, isOpen });
}
