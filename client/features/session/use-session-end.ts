import { useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#client/features/auth/auth-api.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { toApiError } from '#client/lib/errors.ts';
import { readStored, writeStored } from '#client/lib/stored.ts';
import { paths } from '#client/paths.ts';
import { forgetUnsavedForms, keepUnsavedForms } from '#client/ui/form/kept-values.ts';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { useStopImpersonating } from './impersonation.tsx';
import type { EndedSession } from './page-data.ts';
import { forgetSession, isReplaced, runSessionTransition, signedOutKey } from './session.ts';
import { useViewer } from './use-session.ts';

/**
 * Returns a stable callback for when the server has ended the session. Opens /login with a message and the email. If
 * there still is a session, the guard of /login redirects back.
 */
export function useSessionEnd(): () => void {
  const navigate = useNavigate();
  const { user, impersonator, session } = useViewer();
  const isLeaving = useRef(false);

  async function leave() {
    // Every running query reports the end. The event stream does too. A report may arrive late, after the session was replaced
    // while its page is still shown.
    if (isLeaving.current || isReplaced(session.id)) return;
    // After signing out, the address changes before React has removed the page.
    const { pathname, search } = window.location;
    if (pathname === paths.login()) return;
    isLeaving.current = true;
    forgetSession();
    const isSignedOut = readStored(signedOutKey) === session.id;
    const isUnsaved = keepUnsavedForms(isSignedOut ? null : user.id);
    const signedOutCode = isUnsaved ? 'SIGNED_OUT_WITH_CHANGES' : 'SIGNED_OUT_ELSEWHERE';
    const ended: EndedSession = {
      email: (impersonator ?? user).email,
      failure: { code: isSignedOut ? signedOutCode : 'SESSION_EXPIRED' },
    };
    const state = { ...ended, ...discardUnsavedChanges };
    await navigate(paths.login(pathname + search), { replace: true, state });
    isLeaving.current = false;
  }

  const latest = useRef(leave);
  latest.current = leave;
  return useCallback(() => void latest.current(), []);
}

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
