import { createStore } from './store.ts';

export const demoDialogOpen = createStore(false);

/** Opens the demo dialog if the demo rejected a request. */
export function openDemoDialogOnError(code: string) {
  if (code === 'DEMO_MODE') demoDialogOpen.set(true);
}
