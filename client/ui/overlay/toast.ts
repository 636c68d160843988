import i18next from 'i18next';
import { copyText } from '#client/lib/copy-text.ts';
import { loadPart } from '#client/lib/loading/missing-code.ts';
import { createStore } from '#client/lib/store.ts';

type Kind = 'success' | 'error';

/** Loads the toaster's code with the first toast. */
export const toasterWanted = createStore(false);

let ready: () => void;
const toasterReady = new Promise<void>((resolve) => {
  ready = resolve;
});

export function toasterIsReady() {
  ready();
}

/** Button in a toast. The toast then stays for 10 seconds, to leave time to read it and reach the button. */
export type ToastAction = { label: string; onClick: () => void };

const actionDurationMs = 10_000;

export async function toast(kind: Kind, text: string, action?: ToastAction) {
  toasterWanted.set(true);
  const [{ toast: sonner }] = await Promise.all([loadPart(() => import('sonner')), toasterReady]);
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

/** Copies text for a menu, which has closed by then. */
export async function copyWithToast(text: string, done: string) {
  const isCopied = await copyText(text);
  await toast(isCopied ? 'success' : 'error', isCopied ? done : i18next.t('action.copyFailed'));
}
