import { useEffect } from 'react';
import { pendingReauthentication } from '#client/lib/reauthentication.ts';
import { MountOnOpen } from '#client/ui/overlay/mount-on-open.tsx';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';

export function ReauthenticateRoot() {
  const pending = pendingReauthentication.use();
  const open = pending !== null;
  // The session has ended, and the next one didn't ask.
  useEffect(() => () => pendingReauthentication.get()?.answer(false), []);
  return (
    <MountOnOpen open={open}>
      <ReauthenticateDialog open={open} onClose={(isProved) => pending?.answer(isProved)} />
    </MountOnOpen>
  );
}
