import { useEffect } from 'react';
import { createStore } from './store.ts';

const ownTitle = createStore<string | null>(null);

/** Titles the page, unless it gets its title from elsewhere. */
export function usePageTitle(title: string | undefined) {
  useEffect(() => {
    if (title === undefined) return;
    ownTitle.set(title);
    return () => ownTitle.set(null);
  }, [title]);
}

export const useOwnPageTitle = ownTitle.use;

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

let navigated = false;

/** Records a navigation within the app. From then on, headings of new pages take the focus. */
export function markNavigated() {
  navigated = true;
}

/** True if the page was reached within the app rather than loaded. */
export function hasNavigated(): boolean {
  return navigated;
}
