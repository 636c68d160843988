import { useEffect } from 'react';
import { createStore } from './store.ts';

const ownTitle = createStore<string | null>(null);

/** Overrides the route's title, for example with an entity's name. */
export function usePageTitle(title: string | null | undefined) {
  useEffect(() => {
    ownTitle.set(title ?? null);
    return () => ownTitle.set(null);
  }, [title]);
}

export const useOwnPageTitle = ownTitle.use;
