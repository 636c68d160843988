import { useEffect } from 'react';
import { createStore } from './store.ts';

const ownTitle = createStore<string | null>(null);

/** Names the page after what it shows, instead of the title in the route table. */
export function usePageTitle(title: string | null | undefined) {
  useEffect(() => {
    ownTitle.set(title ?? null);
    return () => ownTitle.set(null);
  }, [title]);
}

/** The name that the page gave itself, if it did. */
export const useOwnPageTitle = ownTitle.use;
