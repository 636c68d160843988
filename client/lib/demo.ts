import { createStore } from './store.ts';

export const demoDialogOpen = createStore(false);

export function openDemoDialogOnError(code: string) {
  if (code === 'DEMO_MODE') demoDialogOpen.set(true);
}
