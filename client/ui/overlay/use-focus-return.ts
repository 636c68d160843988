import { useRef } from 'react';

/**
 * Returns the focus to the element that had it before a dialog opened. Radix does so only for dialogs with a trigger.
 */
export function useFocusReturn(open: boolean, findOpener = () => document.activeElement) {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  // Read while rendering: a field with `autoFocus` takes the focus before any effect runs.
  if (open !== wasOpen.current) {
    wasOpen.current = open;
    if (open) opener.current = findOpener();
  }
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    },
  };
}
