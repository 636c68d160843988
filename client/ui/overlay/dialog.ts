import { type ReactNode, useRef } from 'react';

/** Mounts a dialog on first opening and keeps it, so that closing is animated. */
export function MountOnOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const wanted = useRef(open);
  if (open) wanted.current = true;
  return wanted.current ? children : null;
}

/**
 * Props of a dialog's content. Returns the focus to the element that had it before the dialog opened, which Radix does
 * only for dialogs with a trigger, or to its section if the element is gone. A press on a toast doesn't close the dialog.
 */
export function useFocusReturn(open: boolean, findOpener = () => document.activeElement) {
  const opener = useRef<Element | null>(null);
  const section = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // Read while rendering: a field with `autoFocus` takes the focus before any effect runs.
  if (open !== wasOpen.current) {
    wasOpen.current = open;
    if (open) {
      opener.current = findOpener();
      section.current = opener.current?.closest<HTMLElement>('section, main') ?? null;
    }
  }
  return {
    onInteractOutside: (event: { target: EventTarget | null; preventDefault: () => void }) => {
      if ((event.target as Element).closest('[data-sonner-toaster]')) event.preventDefault();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) {
        opener.current.focus({ preventScroll: true });
      } else if (section.current) {
        section.current.tabIndex = -1;
        section.current.focus({ preventScroll: true });
      }
    },
  };
}
