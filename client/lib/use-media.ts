import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query matches. Rerenders when that changes. */
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

/** Below this width there is a bottom bar in the user area and a sheet instead of the sidebar. */
export const underDesktopWidth = '(width < 48rem)';
