import { createStore } from './store.ts';

export const shortcutDialog = createStore<'palette' | 'shortcuts' | null>(null);

const fields = 'textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])';

/** True in text fields, where keys aren't shortcuts. */
export function isTyping({ target }: Event): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}

const isShown = (selector: string) =>
  // A closing one stays in the document until its animation ends.
  document.querySelector(`:is(${selector}):not([data-state=closed])`) !== null;

export const hasOpenDialog = () => isShown('[role=dialog], [role=alertdialog], dialog[open]');

/** True if an open dialog or menu handles the keys. */
export const hasOpenOverlay = () => hasOpenDialog() || isShown('[role=menu]');
