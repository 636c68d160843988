import { useEffect } from 'react';
import { createStore } from './store.ts';

/** The entry of the navigation that a page belongs to, where its path does not say so. */
const section = createStore<string | null>(null);

/** The path of the entry that is marked in place of the one that the URL begins with; null for none. */
export const useShownSection = section.use;

/** Marks the entry with this path while the page is open; null leaves it to the URL. */
export function usePageSection(path: string | null) {
  useEffect(() => {
    section.set(path);
    return () => section.set(null);
  }, [path]);
}
