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
  sonner[kind](text, action && { action, duration: actionMilliseconds, closeButton: true });
}
