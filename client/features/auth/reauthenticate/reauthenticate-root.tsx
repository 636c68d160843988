import { useEffect } from 'react';
import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';
import type { Namespace } from '#client/i18n/text-key.ts';
import { pendingReauthentication } from '#client/lib/reauthentication.ts';
import { MountOnOpen } from '#client/ui/overlay/lazy-overlay.tsx';

const namespaces: Namespace[] = ['account', 'auth', 'passkey'];
const ReauthenticateDialog = lazyWithTexts(
  () => import('./reauthenticate-dialog.tsx'),
  ...namespaces,
);

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
