import { createStore } from '#client/lib/store.ts';

export type Selection = {
  ids: ReadonlySet<string>;
  /** Every entry that matches the list's filters is selected, including those not loaded. */
  all: boolean;
  anchor?: string | undefined;
};

const none: Selection = { ids: new Set(), all: false };

export const selection = createStore(none);

export const clearSelection = () => selection.set(none);
