import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { endSession } from '#client/features/auth/auth-api.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { toApiError } from '#client/lib/errors.ts';
import { paths } from '#client/paths.ts';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { forgetSession } from './session.ts';
import { useViewer } from './use-session.ts';

/** Signs out after a confirmation. An unsaved form does not prevent it. */
export function useSignOut(): () => Promise<void> {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  const { user, impersonator } = useViewer();
  return async () => {
    const body = impersonator
      ? t('signOut.impersonationBody', { name: user.name || user.email })
      : t('signOut.body');
    const yes = await confirm({ body, confirm: t('signOut.confirm') });
    if (!yes) return;
    try {
      await endSession();
    } catch (error) {
      await toast('error', failureText(toApiError(error)));
      return;
    }
    forgetSession();
    await navigate(paths.login(), { state: discardUnsavedChanges });
  };
}
