import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { UpdateViewerDocument } from '#client/features/auth/update-viewer.generated.ts';
import { useImpersonationLock } from '#client/features/session/impersonation.tsx';
import { useSetup } from '#client/features/session/use-session.ts';
import { Setting, SettingsCard } from '#client/ui/page/settings.tsx';
import { LanguageSwitcher, ThemeSwitcher } from '#client/ui/preferences/preferences.tsx';
import type { Language } from '#shared/languages.ts';

export function Appearance() {
  const lockedBy = useImpersonationLock();
  const { t } = useTranslation(['account', 'common']);
  const { demo } = useSetup();
  const [, updateViewer] = useMutation(UpdateViewerDocument);

  // Stored for the language of emails. The page switches even if this request fails.
  function remember(language: Language): void {
    // It sends no emails.
    if (demo) return;
    void updateViewer({ input: { language: language.toUpperCase() as Uppercase<Language> } });
  }

  return (
    <SettingsCard>
      <Setting label={t('common:theme.label')} hint={t('account:look.themeHint')}>
        <ThemeSwitcher />
      </Setting>
      <Setting label={t('common:language.label')} hint={t('account:look.languageHint')}>
        <LanguageSwitcher onChange={lockedBy ? undefined : remember} />
      </Setting>
    </SettingsCard>
  );
}
