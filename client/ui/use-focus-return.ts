import { useRef } from 'react';

/**
 * Gives the focus back to where it was before a layer opened. Radix does so only for layers with a
 * trigger of their own, which those that are opened by code have not.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
