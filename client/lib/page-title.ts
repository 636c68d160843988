import { useEffect } from 'react';
import { createStore } from './store.ts';

const ownTitle = createStore<string | null>(null);

export function usePageTitle(title: string | null | undefined) {
  useEffect(() => {
    ownTitle.set(title ?? null);
    return () => ownTitle.set(null);
  }, [title]);
}

export const useOwnPageTitle = ownTitle.use;
