import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askForPasskey, enterWithPasskey } from '#client/features/passkey/passkey-api.ts';
import { useReloadSession } from '#client/features/session/use-session.ts';
import { Button } from '#client/ui/base/button.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';

/** The second step of a sign-in that requires a passkey. */
export default function PasskeyStepPage() {
  const { t } = useTranslation('passkey');
  const reloadSession = useReloadSession();
  const [isLost, setIsLost] = useState(false);

  async function signIn() {
    await enterWithPasskey(await askForPasskey());
    // The route guard redirects signed-in users.
    await reloadSession();
  }

  return (
    <PasskeyForm
      title={t('step.title')}
      body={t('step.body')}
      submitLabel={t('step.submit')}
      onSubmit={signIn}
    >
      <section className="grid gap-4 border-t border-line pt-4 text-sm">
        <h2 className="font-medium">{t('step.lost')}</h2>
        {isLost ? (
          <RecoveryCodeForm />
        ) : (
          <Button onClick={() => setIsLost(true)}>{t('step.useCode')}</Button>
        )}
        <p className="text-pretty text-text-muted">{t('step.ask')}</p>
      </section>
    </PasskeyForm>
  );
}
