import { createStore } from './store.ts';

/** Whether the demo dialog is open. */
export const demoDialogOpen = createStore(false);

/** Opens the demo dialog if the server rejected a request because this is the demo. */
export function openDemoDialogOnError(code: string) {
  if (code === 'DEMO_MODE') demoDialogOpen.set(true);
}
