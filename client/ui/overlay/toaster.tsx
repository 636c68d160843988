import { type CSSProperties, useEffect, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { Toaster as Sonner, toast as sonner, useSonner } from 'sonner';
import { underDesktopWidth, useMedia } from '#client/lib/use-media.ts';
import { isDark, themeChoice } from '#client/ui/preferences/theme.ts';
import { type Edge, findFreePlace } from './free-place.ts';
import { showToastsBy, type Toast } from './toast.ts';

const look = {
  '--width': '356px',
  '--normal-bg': 'var(--surface-raised)',
  '--normal-text': 'var(--text)',
  '--normal-border': 'var(--line)',
  '--border-radius': '0.5rem',
  fontFamily: 'inherit',
  // Dialogs disable the pointer on the rest of the page.
  pointerEvents: 'auto',
} as CSSProperties;

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
    sonner[kind](text);
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
      toastOptions={{ closeButtonAriaLabel: t('action.close') }}
      containerAriaLabel={t('toast.region')}
    />,
    document.body,
  );
}
