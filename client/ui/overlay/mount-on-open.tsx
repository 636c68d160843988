import { type ReactNode, useRef } from 'react';

/** Mounts a dialog on first opening and keeps it, so that closing is animated. */
export function MountOnOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const wanted = useRef(open);
  if (open) wanted.current = true;
  return wanted.current ? children : null;
}
