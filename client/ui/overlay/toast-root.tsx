import { lazy, Suspense } from 'react';
import { toasterWanted } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Where `toast` shows its messages. */
export function ToastRoot() {
  return toasterWanted.use() ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
