import i18next from 'i18next';
import { Search } from 'lucide-react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { shortcutDialog, shortcutKey } from '#client/lib/shortcuts.ts';
import { limits } from '#shared/limits.ts';

export function isPaletteKey(event: KeyboardEvent): boolean {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  return shortcutKey(event) === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

type Field = { root: Root; host: HTMLElement; opener: Element | null };

/** Replaces the palette until its code has loaded, so that no key is lost or acts as a shortcut. */
let field: Field | undefined;
let isPaletteLoaded = false;

const input = () => field?.host.querySelector('input');
const dialog = () => field?.host.querySelector('dialog');

export function openPalette() {
  if (!isPaletteLoaded && !field) {
    const host = document.body.appendChild(document.createElement('div'));
    const root = createRoot(host);
    field = { root, host, opener: document.activeElement };
    flushSync(() => root.render(<PaletteField />));
    dialog()?.showModal();
  }
  shortcutDialog.set('palette');
}

export function closePalette() {
  removeField();
  shortcutDialog.set(null);
}

function removeField() {
  const removed = field;
  dialog()?.close();
  field = undefined;
  removed?.host.remove();
  queueMicrotask(() => removed?.root.unmount());
}

export const paletteOpener = () => (field ? field.opener : document.activeElement);

export const readTyped = () => input()?.value ?? '';

/** Resolves once the field can be replaced without interrupting an input method. */
export async function whenComposed(): Promise<void> {
  const composing = field?.host.querySelector('[data-composing=true]');
  if (!composing) return;
  await new Promise((end) => composing.addEventListener('compositionend', end, { once: true }));
}

export function takeOver(own: HTMLInputElement | null, setText: (text: string) => void) {
  isPaletteLoaded = true;
  if (!field) return;
  const { value, selectionStart, selectionEnd } = input() ?? {};
  removeField();
  own?.focus();
  if (!own || value === undefined) return;
  if (own.value === value) own.setSelectionRange(selectionStart ?? null, selectionEnd ?? null);
  else setText(value);
}

function PaletteField() {
  return (
    <dialog
      aria-label={i18next.t('nav.search')}
      onCancel={closePalette}
      onClick={(event) => event.target === event.currentTarget && closePalette()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (!isPaletteKey(event.nativeEvent)) return;
        event.preventDefault();
        closePalette();
      }}
      className="fixed inset-x-0 top-4 bottom-auto mx-auto w-[calc(100%-2rem)] max-w-xl overflow-clip rounded-card border border-line bg-surface-raised text-text shadow-float backdrop:bg-scrim sm:top-[12dvh]"
    >
      <Search className="pointer-events-none absolute inset-y-0 start-4 my-auto size-4 text-text-muted" />
      <input
        aria-label={i18next.t('nav.search')}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={limits.searchMax}
        enterKeyHint="go"
        onCompositionStart={({ currentTarget }) => {
          currentTarget.dataset.composing = 'true';
        }}
        onCompositionEnd={({ currentTarget }) => {
          currentTarget.dataset.composing = 'false';
        }}
        className="min-h-13 w-full bg-transparent ps-11 pe-4 text-base outline-none"
      />
    </dialog>
  );
}

/** Opens the palette only. The code of the other shortcuts loads after the first paint. */
function onEarlyKey(event: KeyboardEvent) {
  if (!isPaletteKey(event) || event.defaultPrevented) return;
  event.preventDefault();
  openPalette();
}

export function listenEarly() {
  window.addEventListener('keydown', onEarlyKey);
}

export function stopListeningEarly() {
  window.removeEventListener('keydown', onEarlyKey);
}
