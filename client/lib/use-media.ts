import { useCallback, useSyncExternalStore } from 'react';

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Below this width dialogs are drawers. */
export const underDialogWidth = '(width < 40rem)';

/** Below this width the user area has a bottom bar, and a sheet replaces the sidebar. */
export const underDesktopWidth = '(width < 48rem)';
