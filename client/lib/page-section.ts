import { useEffect } from 'react';
import { createStore } from './store.ts';

/** Navigation entry of the current page, if its path doesn't tell. */
const section = createStore<string | null>(null);

export const useShownSection = section.use;

/** Marks the entry with this path while the page is open. Null: use the URL. */
export function usePageSection(path: string | null) {
  useEffect(() => {
    section.set(path);
    return () => section.set(null);
  }, [path]);
}
