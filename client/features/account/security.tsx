import { useTranslation } from 'react-i18next';
import { lazyWithTexts } from '#client/i18n/lazy-with-texts.ts';
import { Section } from '#client/ui/page/page.tsx';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { LinkedProviders } from './linked-providers.tsx';
import { OwnSessions } from './own-sessions.tsx';

const OwnPasskeys = lazyWithTexts(
  () => import('#client/features/passkey/own-passkeys.tsx'),
  'passkey',
);

const OwnRecoveryCodes = lazyWithTexts(
  () => import('#client/features/recovery-codes/own-recovery-codes.tsx'),
  'recoveryCodes',
);

export function Security() {
  const { t } = useTranslation('account');
  return (
    <div className="*:first:mt-0">
      <OwnPasskeys />
      <OwnRecoveryCodes />
      <OwnSessions />
      <Section title={t('signIn.title')}>
        <SettingsCard>
          <Setting label={t('signIn.code')} hint={t('signIn.codeHint')} />
          <LinkedProviders />
        </SettingsCard>
      </Section>
    </div>
  );
}
