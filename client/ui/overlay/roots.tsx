import { Suspense, useRef } from 'react';
import { lazyPart } from '#client/lib/loading/missing-code.ts';
import { pendingConfirmation } from './confirm.ts';
import { toasterWanted } from './toast.ts';

const ConfirmDialog = lazyPart(() => import('./confirm-dialog.tsx'));
const Toaster = lazyPart(() => import('./toaster.tsx'));

export function ConfirmRoot() {
  const question = pendingConfirmation.use();
  const last = useRef(question);
  if (question) last.current = question;
  if (!last.current) return null;
  return (
    <Suspense>
      <ConfirmDialog question={last.current} open={question !== null} />
    </Suspense>
  );
}

export function ToastRoot() {
  return toasterWanted.use() ? (
    <Suspense>
      <Toaster />
    </Suspense>
  ) : null;
}
