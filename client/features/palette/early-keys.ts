import { shortcutDialog } from '#client/lib/shortcut-dialog.ts';

/** Whether a key is Ctrl+K or ⌘K. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** The shortcuts' own code follows the first paint: until then, the palette is noted here. */
function onEarlyKey(event: KeyboardEvent) {
  if (!isPaletteKey(event) || event.defaultPrevented) return;
  event.preventDefault();
  shortcutDialog.set('palette');
}

/** Called once the code of an area is loaded, before its data is. */
export function listenEarly() {
  window.addEventListener('keydown', onEarlyKey);
}

export function stopListeningEarly() {
  window.removeEventListener('keydown', onEarlyKey);
}
