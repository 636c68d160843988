import { createStore } from './store.ts';

/** The dialog opened by a global shortcut, if any. */
export const shortcutDialog = createStore<'palette' | 'shortcuts' | null>(null);
