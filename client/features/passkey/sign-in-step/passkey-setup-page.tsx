import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { setUpPasskey, supportsPasskeys } from '#client/features/passkey/passkey-api.ts';
import { forgetSession } from '#client/features/session/session.ts';
import { useReloadSession } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { toast } from '#client/ui/overlay/toast.ts';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { StartAgain } from './passkey-step-page.tsx';

/** Adds the passkey that a sign-in requires. Continues with the wanted page, or where recovery codes are created. */
export default function PasskeySetupPage() {
  const { t } = useTranslation(['passkey', 'recoveryCodes']);
  const navigate = useNavigate();
  const reloadSession = useReloadSession();
  const redirect = new URLSearchParams(useLocation().search).get('redirect');
  const [isSupported] = useState(supportsPasskeys);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  usePageTitle(t('setup.title'));

  async function add() {
    setFailure(null);
    setPending(true);
    try {
      await setUpPasskey();
      if (redirect) {
        void toast('success', t('add.done'), {
          label: t('recoveryCodes:create.button'),
          onClick: () => void navigate(paths.ownPasskeys()),
        });
        // The route guard redirects signed-in users.
        await reloadSession();
      } else {
        // The area's guard loads the new session.
        forgetSession();
        await navigate(paths.ownPasskeys(), { replace: true });
      }
    } catch (error) {
      setFailure(toApiError(error));
      setPending(false);
    }
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('setup.title')}</PageHeading>
        <p className="text-text-muted">{t('setup.body')}</p>
      </div>
      {failure && <Notice failure={failure} />}
      {!isSupported && <Notice>{t('add.unsupported')}</Notice>}
      <Button look="primary" pending={pending} disabled={!isSupported} onClick={add}>
        <Fingerprint aria-hidden="true" className="size-4" />
        {t('add.button')}
      </Button>
      <StartAgain />
    </div>
  );
}
