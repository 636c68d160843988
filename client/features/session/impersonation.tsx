import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { call } from '#client/features/auth/auth-api.ts';
import { userPaths } from '#client/features/user/entity.ts';
import { areaOf } from '#client/paths.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { forgetSession, runSessionTransition } from './session.ts';
import { useReloadSession, useViewer } from './use-session.ts';

/** ID of the note that says why the account can't be changed. */
const impersonationNoteId = 'impersonation-note';

/** Only users themselves change their account: the ID of a note that says so while impersonating, otherwise undefined. */
export function useImpersonationLock(): string | undefined {
  return useViewer().impersonator ? impersonationNoteId : undefined;
}

export function ImpersonationNote() {
  const { t } = useTranslation('account');
  const { user } = useViewer();
  return (
    useImpersonationLock() && (
      <div id={impersonationNoteId} className="mb-6">
        <Notice>{t('impersonated', { name: user.name || user.email })}</Notice>
      </div>
    )
  );
}

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
