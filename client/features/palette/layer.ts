import { createStore } from '#client/lib/store.ts';

/** Which of the two layers that a key opens is open. */
export const keyLayer = createStore<'palette' | 'shortcuts' | null>(null);
