import { useLocation, useNavigate } from 'react-router';
import { call } from '#client/features/auth/auth-api.ts';
import { userPaths } from '#client/features/user/entity.ts';
import { areaOf } from '#client/paths.ts';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { forgetSession, runSessionTransition } from './session.ts';
import { useReloadSession } from './use-session.ts';

/**
 * Ends the impersonation and opens the impersonated user's page. Events about the ended session are ignored until then:
 * reloading the session earlier would sign the manager out.
 *
 * @throws {ApiError} if the impersonation couldn't be ended
 */
export function useStopImpersonating(): (userId: string) => Promise<void> {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const reloadSession = useReloadSession();
  return (userId) =>
    runSessionTransition(async () => {
      await call('/admin/stop-impersonating', {});
      // Opening another area runs its guard. Within the same area the session must be reloaded.
      forgetSession();
      await navigate(userPaths.detail(userId), { state: discardUnsavedChanges });
      if (areaOf(pathname) === 'manager') await reloadSession();
    });
}
