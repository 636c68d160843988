/** The rows that are selected in the list on screen. */
import { createStore } from '#client/lib/store.ts';

export type Selection = {
  ids: ReadonlySet<string>;
  /** All entries that match the list's filters, also those that are not loaded. */
  all: boolean;
  /** The row where a range begins. */
  anchor?: string | undefined;
};

const none: Selection = { ids: new Set(), all: false };

export const selection = createStore(none);

export const clearSelection = () => selection.set(none);
