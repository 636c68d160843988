import { createStore } from './store.ts';

/** `aria-keyshortcuts` of the button that opens and closes the navigation. */
export const sidebarKeys = 'Control+B Meta+B';

/** `aria-keyshortcuts` of the control that begins a new record. */
export const createKey = 'c';

export const shortcutDialog = createStore<'palette' | 'shortcuts' | null>(null);

const fields = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

/** True in text fields, where keys aren't shortcuts. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}

/** True while an input method composes a word, whose Enter and Escape are not the page's. Safari only says 229. */
export const isComposing = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === 229;

/**
 * The key of a shortcut, with letters in lower case unless Shift is held. Layouts without Latin letters, such as Arabic
 * and Cyrillic ones, are read by the position of the key.
 */
export function shortcutKey({ key, code, shiftKey }: KeyboardEvent): string {
  if (/^[\x20-\x7e]+$/.test(key)) return key.length > 1 || shiftKey ? key : key.toLowerCase();
  if (code === 'Slash') return shiftKey ? '?' : '/';
  const [, letter = key] = /^Key([A-Z])$/.exec(code) ?? [];
  return shiftKey ? letter : letter.toLowerCase();
}

const isShown = (selector: string) =>
  // A closing one stays in the document until its animation ends.
  document.querySelector(`:is(${selector}):not([data-state=closed])`) !== null;

export const hasOpenDialog = () => isShown('[role=dialog], [role=alertdialog], dialog[open]');

/** True if an open dialog or menu handles the keys. */
export const hasOpenOverlay = () => hasOpenDialog() || isShown('[role=menu]');
