import { useLocation, useNavigate } from 'react-router';
import { userPaths } from '#client/features/user/entity.ts';
import { areaOf } from '#client/paths.ts';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { stopImpersonating } from './impersonation-api.ts';
import { forgetSession } from './session.ts';
import { useReloadSession } from './use-session.ts';

/**
 * Ends the impersonation and opens the impersonated user's page.
 *
 * @throws {ApiError} if the impersonation couldn't be ended
 */
export function useStopImpersonating(): (userId: string) => Promise<void> {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const reloadSession = useReloadSession();
  return (userId) =>
    stopImpersonating(async () => {
      // Opening another area runs its guard. Within the same area the session must be reloaded.
      forgetSession();
      await navigate(userPaths.detail(userId), { state: discardUnsavedChanges });
      if (areaOf(pathname) === 'manager') await reloadSession();
    });
}
