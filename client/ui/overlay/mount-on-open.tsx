import { type ReactNode, Suspense, useRef } from 'react';

/** Mounts a lazy dialog on first opening and keeps it, so that closing is animated. */
export function MountOnOpen({ open, children }: { open: boolean; children: ReactNode }) {
  const wanted = useRef(open);
  if (open) wanted.current = true;
  return wanted.current ? <Suspense>{children}</Suspense> : null;
}
