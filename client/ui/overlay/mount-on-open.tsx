import { type ReactNode, Suspense, useRef } from 'react';

/**
 * Mounts a lazily loaded dialog when it is opened for the first time, and leaves it there from then
 * on, so that it can close in peace.
 */
export function MountOnOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const wanted = useRef(open);
  if (open) wanted.current = true;
  return wanted.current ? <Suspense>{children}</Suspense> : null;
}
