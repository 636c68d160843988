import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useNavigation } from '#client/features/session/use-navigation.ts';
import { isCovered } from '#client/lib/is-covered.ts';
import { isTyping } from '#client/lib/is-typing.ts';
import { shortcutDialog } from '#client/lib/shortcut-dialog.ts';
import { isPaletteKey, stopListeningEarly } from './early-keys.ts';
import { useGoTargets } from './go-targets.ts';

/** Milliseconds that a letter may follow G. */
const sequenceTime = 1_500;

/** Selects the search box of the page. A page without one opens the palette. */
function goToSearch() {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (box) box.select();
  else shortcutDialog.set('palette');
}

/** Opens the form of the record on this page, if the page links to it. */
function edit(pathname: string): boolean {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(pathname)}/update"]`);
  link?.click();
  return link !== null;
}

/** The global shortcuts of an area. The sidebar and the lists handle their own. */
export function useKeys() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { pages } = useNavigation();
  const targets = useGoTargets();
  const goUntil = useRef(0);

  /** Opens the form for a new record of the list or the record on this page. */
  function create(): boolean {
    const control = document.querySelector<HTMLElement>('main [aria-keyshortcuts=c]');
    if (control) {
      control.click();
      return true;
    }
    const form = pages.find(({ to }) => {
      const list = to.replace(/\/new$/, '');
      return list !== to && (pathname === list || pathname.startsWith(`${list}/`));
    });
    if (form && form.to !== pathname) void navigate(form.to);
    return form !== undefined;
  }

  /** Returns whether the key was a shortcut. */
  function handle(key: string): boolean {
    const isSecond = Date.now() < goUntil.current;
    goUntil.current = 0;
    const target = isSecond && targets.find(({ letter }) => letter === key);
    if (target) void navigate(target.to);
    else if (key === 'g') goUntil.current = Date.now() + sequenceTime;
    else if (key === '/') goToSearch();
    else if (key === '?') shortcutDialog.set('shortcuts');
    else if (key === 'c') return create();
    else if (key === 'e') return edit(pathname);
    else return false;
    return true;
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    if (isPaletteKey(event)) {
      // Also under a dialog: the browser's own search must not open.
      event.preventDefault();
      if (shortcutDialog.get() === 'palette') shortcutDialog.set(null);
      else if (!isCovered()) shortcutDialog.set('palette');
      return;
    }
    if (event.ctrlKey || event.metaKey || event.repeat || isTyping(event) || isCovered()) return;
    if (handle(event.key)) event.preventDefault();
  });

  useEffect(() => {
    stopListeningEarly();
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  useEffect(() => () => shortcutDialog.set(null), []);
}
