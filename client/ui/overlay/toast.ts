import { createStore } from '#client/lib/store.ts';

type Kind = 'success' | 'error';

/** Whether a toast was ever wanted: only then is the toaster's code loaded. */
export const toasterWanted = createStore(false);

let ready: () => void;
const toasterReady = new Promise<void>((resolve) => {
  ready = resolve;
});

/** Called by the toaster when it listens. */
export function toasterIsReady() {
  ready();
}

/** Says in passing what has just happened. */
export async function toast(kind: Kind, text: string) {
  toasterWanted.set(true);
  const [{ toast: sonner }] = await Promise.all([import('sonner'), toasterReady]);
  sonner[kind](text);
}
