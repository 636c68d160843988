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

let navigated = false;

/** Records a navigation within the app. From then on, headings of new pages take the focus. */
export function markNavigated() {
  navigated = true;
}

/** True if the page was reached within the app rather than loaded. */
export function hasNavigated(): boolean {
  return navigated;
}
