import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner';
import { underDesktopWidth, useMedia } from '#client/lib/use-media.ts';
import { isDark, themeChoice } from '#client/ui/preferences/theme.ts';
import { showToastsBy, type Toast } from './toast.ts';

const look = {
  '--width': '356px',
  '--normal-bg': 'var(--color-surface-raised)',
  '--normal-text': 'var(--color-text)',
  '--normal-border': 'var(--color-line)',
  '--border-radius': '0.5rem',
  fontFamily: 'inherit',
  // Dialogs disable the pointer on the rest of the page.
  pointerEvents: 'auto',
} as CSSProperties;

const classNames = {
  toast: 'text-sm!',
  actionButton:
    'h-8! rounded-control! border! border-line-strong/50! bg-transparent! px-3! text-sm! text-text! hover:bg-hover!',
  closeButton: 'relative! order-1 border-transparent! bg-transparent! transform-none!',
};

const moving = ['resize', 'animationend', 'transitionend'] as const;

function useFreePlace(edge: Edge): number {
  const hasToasts = useSonner().toasts.length > 0;
  const [place, setPlace] = useState(0);
  useLayoutEffect(() => {
    if (!hasToasts) return;
    let current: number | undefined;
    const update = () => {
      current = findFreePlace(edge, current) ?? current;
      if (current !== undefined) setPlace(current);
    };
    let frame = 0;
    // A list can change many times within a frame, and each measurement may force a layout.
    const updateInFrame = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(update);
    };
    update();
    // Controls move when the page changes or a drawer has slid in.
    const observer = new MutationObserver(updateInFrame);
    observer.observe(document.body, { childList: true, subtree: true });
    for (const event of moving) window.addEventListener(event, updateInFrame);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      for (const event of moving) window.removeEventListener(event, updateInFrame);
    };
  }, [hasToasts, edge]);
  return place;
}

const actionDurationMs = 10_000;

function show({ kind, text, action }: Toast) {
  if (!action) {
    // A pointer on it would keep it, over what it covers.
    sonner[kind](text, { closeButton: kind === 'error' });
    return;
  }
  const onClick = () => {
    // On touch screens, other toasts would stay until the next tap and cover its target.
    sonner.dismiss();
    action.onClick();
  };
  sonner[kind](text, {
    action: { label: action.label, onClick },
    duration: actionDurationMs,
    closeButton: true,
  });
}

/** Toast region: at most 3 toasts for 4 seconds each, at the top end of the page, or the bottom on phones. */
export function Toaster() {
  const { t, i18n } = useTranslation();
  const direction = i18n.dir();
  const side = direction === 'rtl' ? 'left' : 'right';
  const edge = useMedia(underDesktopWidth) ? 'bottom' : 'top';
  const place = useFreePlace(edge);
  const offset = { [edge]: `max(${place}px, 1rem + env(safe-area-inset-${edge}))` };
  themeChoice.use();
  useEffect(() => showToastsBy(show), []);
  // In the body: dialogs cover the root.
  return createPortal(
    <Sonner
      position={`${edge}-${side}`}
      dir={direction}
      theme={isDark() ? 'dark' : 'light'}
      offset={offset}
      mobileOffset={offset}
      visibleToasts={3}
      duration={4000}
      style={look}
      toastOptions={{ closeButtonAriaLabel: t('action.close'), classNames }}
      containerAriaLabel={t('toast.region')}
    />,
    document.body,
  );
}

/** Finds a position where toasts don't cover any controls. */

type Edge = 'top' | 'bottom';

/** Bars, dialogs and rows count as a whole. */
const taken = [
  ...[
    'header:not(main header)',
    '[role=status]:not(main *)',
    '[role=dialog]',
    '[role=alertdialog]',
  ],
  ...['[data-banner]', '[data-tab-bar]', '[data-selection-bar]', '[data-row]'],
  ...['a', 'button', 'input', 'select', 'textarea', 'summary'],
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
function findFreePlace(edge: Edge, current?: number): number | undefined {
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
