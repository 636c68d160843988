/** Finds a position where toasts don't cover any controls. */

export type Edge = 'top' | 'bottom';

/** Bars, dialogs and rows count as a whole. */
const taken = [
  ...[
    'header:not(main header)',
    '[role=status]:not(main *)',
    '[role=dialog]',
    '[role=alertdialog]',
  ],
  ...['[data-banner]', '[data-tab-bar]', '[data-selection-bar]', '[data-row]'],
  ...['a', 'button', 'input', 'select', 'textarea', 'summary', '[role=slider]'],
].join();

/** Pixels from the window's edge; `gap` is the space around a toast. */
const margin = 16;
const gap = 8;
/** How far each stacked toast sticks out, in pixels. */
const stacked = 14;
const usualShare = 0.4;

type Span = { from: number; to: number };

/** Occupied spans within `column`, as distances from `edge`, nearest first. */
function findTaken(edge: Edge, column: DOMRect, withRows: boolean): Span[] {
  const { innerHeight: height } = window;
  return [...document.querySelectorAll(taken)]
    .filter((element) => !element.closest('[data-sonner-toaster], [aria-hidden=true]'))
    .filter((element) => withRows || !element.closest('main li'))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, left, right }) => width > 0 && left < column.right && right > column.left)
    .filter(({ top, bottom }) => top < height && bottom > 0)
    .map(({ top, bottom }) =>
      edge === 'top' ? { from: top, to: bottom } : { from: height - bottom, to: height - top },
    )
    .sort((one, other) => one.from - other.from);
}

function findGap(spans: readonly Span[], size: number): number {
  let place = margin;
  for (const { from, to } of spans) {
    if (from - gap >= place + size) break;
    place = Math.max(place, to + gap);
  }
  return Math.min(place, window.innerHeight - size - margin);
}

/**
 * Distance from `edge` at which toasts cover no controls; if lists fill the screen, only their rows. Keeps `current`
 * while that is free. Undefined without toasts.
 */
export function findFreePlace(edge: Edge, current?: number): number | undefined {
  const toasts = document.querySelectorAll<HTMLElement>('[data-sonner-toast]');
  const [front] = toasts;
  if (!front) return undefined;
  const column = front.getBoundingClientRect();
  const size = front.offsetHeight + stacked * (Math.min(toasts.length, 3) - 1);
  const spans = findTaken(edge, column, true);
  const isFree = (place: number) =>
    spans.every(({ from, to }) => to <= place || from >= place + size);
  if (current !== undefined && isFree(current)) return current;
  const place = findGap(spans, size);
  if (place + size <= window.innerHeight * usualShare) return place;
  return findGap(findTaken(edge, column, false), size);
}
