import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useNavigation } from '#client/features/session/use-navigation.ts';
import type { Entity } from '#client/lib/entity.ts';
import {
  createKey,
  hasOpenDialog,
  hasOpenOverlay,
  isComposing,
  isTyping,
  shortcutDialog,
  shortcutKey,
  sidebarKeys,
} from '#client/lib/shortcuts.ts';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';
import { Palette } from './command-menu.tsx';
import { useGoTargets } from './go-targets.ts';

const close = () => shortcutDialog.set(null);

/** The keys of an area, with the command palette that they open. */
export function Shortcuts({ entities }: { entities: readonly Entity[] }) {
  const dialog = shortcutDialog.use();
  useKeys();
  useEffect(() => close, []);
  return (
    <MountOnOpen open={dialog === 'palette'}>
      <Palette entities={entities} open={dialog === 'palette'} onClose={close} />
    </MountOnOpen>
  );
}

const sequenceTimeoutMs = 1_500;

/** Whether a letter is pressed with ⌘ or Ctrl. */
function isWithModifier(event: KeyboardEvent, letter: string): boolean {
  const { ctrlKey, metaKey, shiftKey } = event;
  return shortcutKey(event) === letter && (ctrlKey || metaKey) && !shiftKey;
}

function goToSearch() {
  const box = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (box) box.select();
  else shortcutDialog.set('palette');
}

function edit(pathname: string): boolean {
  const link = document.querySelector<HTMLElement>(`main a[href="${CSS.escape(pathname)}/update"]`);
  link?.click();
  return link !== null;
}

function useKeys() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { pages } = useNavigation();
  const targets = useGoTargets();
  const goUntil = useRef(0);

  function create(): boolean {
    const control = document.querySelector<HTMLElement>(`main [aria-keyshortcuts=${createKey}]`);
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
    else if (key === 'g') goUntil.current = Date.now() + sequenceTimeoutMs;
    else if (key === '/') goToSearch();
    else if (key === '?') shortcutDialog.set('shortcuts');
    else if (key === createKey) return create();
    else if (key === 'e') return edit(pathname);
    else return false;
    return true;
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isComposing(event)) return;
    if (isWithModifier(event, 'k')) {
      // Also under a dialog, to suppress the browser's own search. Closes menus.
      event.preventDefault();
      if (shortcutDialog.get() === 'palette') shortcutDialog.set(null);
      else if (!hasOpenDialog()) shortcutDialog.set('palette');
      return;
    }
    if (isTyping(event)) return;
    const toggle = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${sidebarKeys}"]`);
    if (toggle && isWithModifier(event, 'b')) {
      event.preventDefault();
      toggle.click();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.repeat || hasOpenOverlay()) return;
    if (handle(shortcutKey(event))) event.preventDefault();
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
