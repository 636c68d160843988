import { useNavigate } from 'react-router';
import { call } from '#client/features/auth/auth-api.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { toApiError } from '#client/lib/errors.ts';
import { writeStored } from '#client/lib/stored.ts';
import { paths } from '#client/paths.ts';
import { forgetUnsavedForms } from '#client/ui/form/kept-values.ts';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { forgetSession, runSessionTransition, signedOutKey } from './session.ts';
import { useViewer } from './use-session.ts';
import { useStopImpersonating } from './use-stop-impersonating.ts';

/** Signs out and opens `to`, ignoring unsaved changes. While impersonating, it only ends that. */
export function useSignOut(to = paths.login()): () => Promise<void> {
  const navigate = useNavigate();
  const viewer = useViewer();
  const stopImpersonating = useStopImpersonating();
  return async () => {
    try {
      if (viewer.impersonator) return await stopImpersonating(viewer.user.id);
      // The event stream reports the end too, but the session didn't expire.
      await runSessionTransition(async () => {
        // Before the request: other tabs learn of the end at the same time as this one.
        writeStored(signedOutKey, viewer.session.id);
        await call('/sign-out', {});
        forgetUnsavedForms();
        forgetSession();
        await navigate(to, { state: discardUnsavedChanges });
      });
    } catch (error) {
      writeStored(signedOutKey, null);
      toast('error', failureText(toApiError(error)));
    }
  };
}
