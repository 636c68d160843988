import { Suspense } from 'react';
import { lazyPart } from '#client/lib/loading/lazy-part.ts';
import { toasterWanted } from './toast.ts';

const Toaster = lazyPart(() => import('./toaster.tsx'));

export function ToastRoot() {
  return toasterWanted.use() ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
