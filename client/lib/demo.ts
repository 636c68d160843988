import { createStore } from './store.ts';

/** Whether the dialog of the demo is open: one flag for the whole page. */
export const demoDialogOpen = createStore(false);

/** Told of every refusal, from GraphQL and from /api/auth; the only place that knows the demo's. */
export function openDemoDialogOnError(code: string) {
  if (code === 'DEMO_MODE') demoDialogOpen.set(true);
}
