import { useEffect } from 'react';
import { hasOpenOverlay, isTyping, shortcutKey } from '#client/lib/shortcuts.ts';
import { clearSelection, selection, toggleSelected } from './selection.ts';

const rows = () =>
  [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter((row) =>
    row.querySelector('a'),
  );

function focus(row: HTMLElement | undefined) {
  row?.querySelector('a')?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

const select = (row: HTMLElement | undefined, range: boolean) => {
  if (row?.dataset.row) toggleSelected(row.dataset.row, range);
};

function onKeyDown(event: KeyboardEvent) {
  const key = shortcutKey(event);
  const { shiftKey } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isTyping(event) || hasOpenOverlay()) return;
  const all = rows();
  const place = all.findIndex((row) => row.contains(document.activeElement));
  const current = all[place];
  const step = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[key];
  if (step && (key.length === 1 || (shiftKey && current))) {
    const next = all[Math.max(place + step, 0)];
    if (shiftKey && key.length > 1) {
      if (!selection.get().ids.has(current?.dataset.row ?? '')) select(current, false);
      select(next, true);
    }
    focus(next);
  } else if (key === 'x' && current) select(current, false);
  else if (key === 'Escape' && selection.get().ids.size > 0) clearSelection();
  else return;
  event.preventDefault();
}

/** Moves through rows with j and k, and selects with x and Shift+arrows. */
export function useListBehaviour(isOn: boolean) {
  useEffect(() => {
    if (!isOn) return;
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOn]);
}
