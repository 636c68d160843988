import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { setUpPasskey } from '#client/features/passkey/passkey-api.ts';
import { forgetSession } from '#client/features/session/session.ts';
import { useReloadSession } from '#client/features/session/use-session.ts';
import { paths } from '#client/paths.ts';
import { toast } from '#client/ui/overlay/toast.ts';
import { PasskeyForm } from './passkey-form.tsx';

/** Adds the passkey that a sign-in requires. Continues with the wanted page, or where recovery codes are created. */
export default function PasskeySetupPage() {
  const { t } = useTranslation(['passkey', 'recoveryCodes']);
  const navigate = useNavigate();
  const reloadSession = useReloadSession();
  const redirect = new URLSearchParams(useLocation().search).get('redirect');

  async function add() {
    await setUpPasskey();
    if (!redirect) {
      // The area's guard loads the new session.
      forgetSession();
      return navigate(paths.ownPasskeys(), { replace: true });
    }
    toast('success', t('add.done'), {
      label: t('recoveryCodes:create.button'),
      onClick: () => void navigate(paths.ownPasskeys()),
    });
    // The route guard redirects signed-in users.
    await reloadSession();
  }

  return (
    <PasskeyForm
      title={t('setup.title')}
      body={t('setup.body')}
      submitLabel={t('add.button')}
      onSubmit={add}
    />
  );
}
