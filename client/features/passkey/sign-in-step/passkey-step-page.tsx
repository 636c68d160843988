import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askForPasskey, enterWithPasskey } from '#client/features/passkey/passkey-api.ts';
import { useEnter } from '#client/features/session/use-session.ts';
import { Button } from '#client/ui/base/button.tsx';
import { PasskeyForm } from './passkey-form.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';

/** The second step of a sign-in that requires a passkey. */
export default function PasskeyStepPage() {
  const { t } = useTranslation('passkey');
  const enter = useEnter();
  const [isLost, setIsLost] = useState(false);

  async function signIn() {
    await enterWithPasskey(await askForPasskey());
    await enter();
  }

  return (
    <PasskeyForm
      title={t('step.title')}
      body={t('step.body')}
      submitLabel={t('step.submit')}
      onSubmit={signIn}
      isSecondary={isLost}
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
