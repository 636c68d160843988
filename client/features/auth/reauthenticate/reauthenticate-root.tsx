import { Suspense, useEffect } from 'react';
import { lazyPart } from '#client/lib/loading/code.ts';
import { pendingReauthentication } from '#client/lib/reauthentication.ts';
import { MountOnOpen } from '#client/ui/overlay/dialog.ts';

const ReauthenticateDialog = lazyPart(() => import('./reauthenticate-dialog.tsx'));

export function ReauthenticateRoot() {
  const pending = pendingReauthentication.use();
  const open = pending !== null;
  // The session has ended, and the next one didn't ask.
  useEffect(() => () => pendingReauthentication.get()?.answer(false), []);
  return (
    <MountOnOpen open={open}>
      <Suspense>
        <ReauthenticateDialog open={open} onClose={(isProved) => pending?.answer(isProved)} />
      </Suspense>
    </MountOnOpen>
  );
}
