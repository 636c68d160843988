import { useRef } from 'react';

/**
 * Gives the focus back to where it was before a layer opened. Radix does so only for layers with a
 * trigger of their own, which those that are opened by code have not.
 */
export function useFocusReturn(open: boolean) {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  // While rendering: a field inside that takes the focus by itself does so before any effect runs.
  if (open !== wasOpen.current) {
    wasOpen.current = open;
    if (open) opener.current = document.activeElement;
  }
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
