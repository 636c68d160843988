import { lazy, Suspense, useRef } from 'react';
import { pendingConfirmation } from './confirm.ts';

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'));

/** Renders the dialog of `confirm`, whose code is loaded on first use. */
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
