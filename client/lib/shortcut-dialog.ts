import { createStore } from './store.ts';

export const shortcutDialog = createStore<'palette' | 'shortcuts' | null>(null);
