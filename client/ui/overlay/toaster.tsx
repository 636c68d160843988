import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner';
import { isDark, themeChoice } from '#client/ui/preferences/theme.ts';
import { showToastsBy, type Toast } from './toast.ts';

const look = {
  '--width': '356px',
  '--normal-bg': 'var(--toast)',
  '--normal-text': 'var(--color-text)',
  '--normal-border': 'var(--color-line)',
  '--border-radius': '0.5rem',
  fontFamily: 'inherit',
  // Dialogs disable the pointer on the rest of the page.
  pointerEvents: 'auto',
} as CSSProperties;

const classNames = {
  toast: 'text-sm!',
  success: '[&_[data-icon]]:text-success-text',
  error: '[&_[data-icon]]:text-danger-text',
  actionButton:
    'h-8! rounded-control! border! border-line-strong/50! bg-transparent! px-3! text-sm! text-text! hover:bg-hover!',
  closeButton: 'relative! order-1 border-transparent! bg-transparent! transform-none!',
};

const moving = ['resize', 'animationend', 'transitionend'] as const;

function useFreePlace(): number {
  const hasToasts = useSonner().toasts.length > 0;
  const [place, setPlace] = useState(0);
  useLayoutEffect(() => {
    if (!hasToasts) return;
    let current: number | undefined;
    const update = () => {
      current = findFreePlace(current) ?? current;
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
  }, [hasToasts]);
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

/** Toast region: at most 3 toasts for 4 seconds each, at the bottom end of the page. */
export function Toaster() {
  const { t, i18n } = useTranslation();
  const direction = i18n.dir();
  const side = direction === 'rtl' ? 'left' : 'right';
  const offset = { bottom: `max(${useFreePlace()}px, 1rem + env(safe-area-inset-bottom))` };
  themeChoice.use();
  useEffect(() => showToastsBy(show), []);
  // In the body: dialogs cover the root.
  return createPortal(
    <Sonner
      position={`bottom-${side}`}
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

/** Bars and dialogs count as a whole, rows of lists not at all. */
const taken = [
  ...[
    'header:not(main header)',
    '[role=status]:not(main *)',
    '[role=dialog]',
    '[role=alertdialog]',
  ],
  ...['[data-banner]', '[data-tab-bar]', '[data-selection-bar]'],
  ...['a', 'button', 'input', 'select', 'textarea', 'summary'],
].join();

/** Pixels from the window's edge; `gap` is the space around a toast. */
const margin = 16;
const gap = 8;
/** How far each stacked toast sticks out, in pixels. */
const stacked = 14;

type Span = { from: number; to: number };

/** Occupied spans within `column`, as distances from the bottom, nearest first. */
function findTaken(column: DOMRect): Span[] {
  const { innerHeight: height } = window;
  return [...document.querySelectorAll(taken)]
    .filter((element) => !element.closest('[data-sonner-toaster], [aria-hidden=true], main li'))
    .map((element) => element.getBoundingClientRect())
    .filter(({ width, left, right }) => width > 0 && left < column.right && right > column.left)
    .filter(({ top, bottom }) => top < height && bottom > 0)
    .map(({ top, bottom }) => ({ from: height - bottom, to: height - top }))
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

/** Distance from the bottom at which toasts cover no controls. Keeps `current` while that is free. Undefined without toasts. */
function findFreePlace(current?: number): number | undefined {
  const toasts = document.querySelectorAll<HTMLElement>('[data-sonner-toast]');
  const [front] = toasts;
  if (!front) return undefined;
  const column = front.getBoundingClientRect();
  const size = front.offsetHeight + stacked * (Math.min(toasts.length, 3) - 1);
  const spans = findTaken(column);
  const isFree = (place: number) =>
    spans.every(({ from, to }) => to <= place || from >= place + size);
  if (current !== undefined && isFree(current)) return current;
  return findGap(spans, size);
}
