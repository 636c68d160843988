import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '#client/features/auth/auth-api.ts';
import { forgetSession } from '#client/features/session/session.ts';
import { failureText } from '#client/i18n/error-text.ts';
import { toApiError } from '#client/lib/errors.ts';
import { paths } from '#client/paths.ts';
import { discardUnsavedChanges } from '#client/ui/form/unsaved-changes.ts';
import { confirm } from '#client/ui/overlay/confirm.ts';
import { toast } from '#client/ui/overlay/toast.ts';

export function useImpersonate() {
  const { t } = useTranslation('user');
  const navigate = useNavigate();
  return async (id: string, name: string) => {
    const yes = await confirm({
      title: t('impersonate.title', { name }),
      body: t('impersonate.body'),
      confirm: t('impersonate.confirm'),
    });
    if (!yes) return;
    try {
      // Signs this browser in as the user, for at most an hour.
      await call('/admin/impersonate-user', { userId: id });
    } catch (error) {
      toast('error', failureText(toApiError(error)));
      return;
    }
    // The area's guard loads the new session, which gets its own urql client.
    forgetSession();
    await navigate(paths.home('app'), { state: discardUnsavedChanges });
  };
}
