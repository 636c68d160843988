import { useCallback, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#client/paths.ts';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import type { EndedSession } from './page-data.ts';
import { forgetSession, isReplaced } from './session.ts';
import { useViewer } from './use-session.ts';

/**
 * Returns a stable function for when the server has ended the session: /login says so and knows the email.
 * If there is still a session, the guard of /login leads back.
 */
export function useSessionEnd(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { user, impersonator, session } = useViewer();
  const isLeaving = useRef(false);

  async function leave() {
    // Every running query reports the end, and so does the event stream. A report may also come late, for a
    // session that has been replaced while its page is still shown.
    if (isLeaving.current || isReplaced(session.id)) return;
    isLeaving.current = true;
    forgetSession();
    const ended: EndedSession = {
      email: (impersonator ?? user).email,
      failure: { code: 'SESSION_EXPIRED' },
    };
    const state = { ...ended, ...discardUnsavedChanges };
    await navigate(paths.login(pathname + search), { replace: true, state });
    isLeaving.current = false;
  }

  const latest = useRef(leave);
  latest.current = leave;
  return useCallback(() => void latest.current(), []);
}
