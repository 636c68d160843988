import { createStore } from '#client/lib/store.ts';

type Kind = 'success' | 'error';

/** Whether any toast was shown yet. The toaster's code is loaded with the first one. */
export const toasterWanted = createStore(false);

let ready: () => void;
const toasterReady = new Promise<void>((resolve) => {
  ready = resolve;
});

/** Called by the toaster once it is mounted. */
export function toasterIsReady() {
  ready();
}

/** A button in a toast, which then stays for 10 seconds: time to read it and to reach the button. */
export type ToastAction = { label: string; onClick: () => void };

const actionMilliseconds = 10_000;

/** Shows a toast. */
export async function toast(kind: Kind, text: string, action?: ToastAction) {
  toasterWanted.set(true);
  const [{ toast: sonner }] = await Promise.all([import('sonner'), toasterReady]);
  if (!action) {
    sonner[kind](text);
    return;
  }
  const onClick = () => {
    // On a touch screen, other toasts would stay until the next tap, and cover what it is meant for.
    sonner.dismiss();
    action.onClick();
  };
  sonner[kind](text, {
    action: { label: action.label, onClick },
    duration: actionMilliseconds,
    closeButton: true,
  });
}
