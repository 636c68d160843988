import { selection } from './selection.ts';

/** Toggles a row's selection. With `range`, selects all rows from the last one to it. */
export function toggleSelected(id: string, range: boolean) {
  const { ids, anchor } = selection.get();
  const next = new Set(ids);
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].map(
    (row) => row.dataset.row ?? '',
  );
  const [from = -1, to = -1] = [rows.indexOf(anchor ?? ''), rows.indexOf(id)].sort((a, b) => a - b);
  if (range && from >= 0) for (const row of rows.slice(from, to + 1)) next.add(row);
  else if (!next.delete(id)) next.add(id);
  selection.set({ ids: next, all: false, anchor: id });
}
