import { lazy, Suspense } from 'react';
import { toasterWanted } from './toast.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Renders the toasts of `toast`. */
export function ToastRoot() {
  return toasterWanted.use() ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
