import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { confirmAndRun } from '#client/graphql/run-mutation.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Section } from '#client/ui/page/page.tsx';
import { ResetPasskeysDocument } from './passkeys.generated.ts';

/** Lets a manager help a user who lost their passkeys. */
export function PasskeyReset({ userId, name }: { userId: string; name: string }) {
  const { t } = useTranslation('passkey');
  const [, resetPasskeys] = useMutation(ResetPasskeysDocument);

  const reset = () =>
    confirmAndRun({
      danger: true,
      title: t('reset.title', { name }),
      body: t('reset.body'),
      confirm: t('reset.confirm'),
      mutate: () => resetPasskeys({ input: { id: userId } }),
      done: t('reset.done'),
    });

  return (
    <Section title={t('title')} action={<Button onClick={reset}>{t('reset.action')}</Button>}>
      <p className="max-w-[60ch] text-sm text-pretty text-text-muted">{t('reset.hint')}</p>
    </Section>
  );
}
