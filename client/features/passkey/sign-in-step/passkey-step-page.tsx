import { ArrowLeft, Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { askForPasskey, enterWithPasskey } from '#client/features/passkey/passkey-api.ts';
import { useReloadSession } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';

/** The second step of a sign-in that requires a passkey. */
export default function PasskeyStepPage() {
  const { t } = useTranslation('passkey');
  const reloadSession = useReloadSession();
  const [pending, setPending] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  usePageTitle(t('step.title'));

  async function signIn() {
    setFailure(null);
    setPending(true);
    try {
      await enterWithPasskey(await askForPasskey());
      // The route guard redirects signed-in users.
      await reloadSession();
    } catch (error) {
      setFailure(toApiError(error));
      setPending(false);
    }
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('step.title')}</PageHeading>
        <p className="text-text-muted">{t('step.body')}</p>
      </div>
      {failure && <Notice failure={failure} />}
      <Button look="primary" pending={pending} onClick={signIn}>
        <Fingerprint aria-hidden="true" className="size-4" />
        {t('step.submit')}
      </Button>
      <section className="grid gap-4 border-t border-line pt-4 text-sm">
        <h2 className="font-medium">{t('step.lost')}</h2>
        {isLost ? (
          <RecoveryCodeForm />
        ) : (
          <Button onClick={() => setIsLost(true)}>{t('step.useCode')}</Button>
        )}
        <p className="text-pretty text-text-muted">{t('step.ask')}</p>
      </section>
      <StartAgain />
    </div>
  );
}

export function StartAgain() {
  const { t } = useTranslation('passkey');
  const redirect = new URLSearchParams(useLocation().search).get('redirect');
  return (
    <Link
      to={paths.login(redirect)}
      className="touch-target inline-flex items-center gap-1.5 justify-self-start rounded-sm text-sm text-text-muted hover:text-text"
    >
      <ArrowLeft aria-hidden="true" className="mirrored size-4" />
      {t('step.back')}
    </Link>
  );
}
