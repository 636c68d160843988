import { useTranslation } from 'react-i18next';
import { useUpdateViewerMutation } from '#client/features/auth/update-viewer.generated.ts';
import { useReloadSession, useSetup, useViewer } from '#client/features/auth/use-session.ts';
import { useSignOut } from '#client/features/auth/use-sign-out.ts';
import { refusalOf } from '#client/graphql/refusal.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Button } from '#client/ui/button.tsx';
import { TextField } from '#client/ui/field.tsx';
import { Form, type FormHandle } from '#client/ui/form.tsx';
import { LanguageSwitcher } from '#client/ui/language-switcher.tsx';
import { LeaveGuard } from '#client/ui/leave-guard.tsx';
import { PageHeader, Section } from '#client/ui/page.tsx';
import { SubmitButton } from '#client/ui/submit-button.tsx';
import { ThemeSwitcher } from '#client/ui/theme-switcher.tsx';
import { toast } from '#client/ui/toast.ts';
import type { Language } from '#shared/languages.ts';
import { onboardingRules } from '#shared/rules/account.ts';

/** Oneself: the name, the language, the theme, and the way out. */
export default function AccountPage() {
  const { t } = useTranslation(['common', 'auth']);
  const { user } = useViewer();
  const { version } = useSetup();
  const signOut = useSignOut();
  const [, updateViewer] = useUpdateViewerMutation();
  const reloadSession = useReloadSession();

  async function rename({ name }: { name: string }, form: FormHandle) {
    const result = await updateViewer({ input: { name } });
    const refusal = refusalOf(result, result.data?.updateViewer);
    if (refusal) return form.fail(refusal.failures, refusal.requestId);
    form.saved();
    await reloadSession();
    void toast('success', t('auth:account.saved'));
  }

  // Mails speak the language too; that the page does is not the server's to grant.
  const rememberLanguage = (language: Language) =>
    void updateViewer({ input: { language: language.toUpperCase() as Uppercase<Language> } });

  return (
    <div className="max-w-form">
      <PageHeader title={t('common:nav.account')} />
      <div className="flex items-center gap-4">
        <Avatar id={user.id} name={user.name} size="large" />
        <div className="min-w-0">
          <bdi className="block truncate font-medium">{user.name}</bdi>
          <bdi className="block truncate text-sm text-text-muted">{user.email}</bdi>
        </div>
      </div>
      <Section title={t('auth:account.name')}>
        <Form key={user.name} rules={onboardingRules} onSubmit={rename} className="grid gap-4">
          <LeaveGuard />
          <TextField
            name="name"
            label={t('auth:onboarding.name')}
            hint={t('auth:onboarding.nameHint')}
            defaultValue={user.name}
            autoComplete="name"
          />
          <SubmitButton className="justify-self-start">{t('auth:account.save')}</SubmitButton>
        </Form>
      </Section>
      <Section title={t('common:language.label')}>
        <div>
          <LanguageSwitcher onChange={rememberLanguage} />
        </div>
      </Section>
      <Section title={t('common:theme.label')}>
        <div>
          <ThemeSwitcher />
        </div>
      </Section>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-4 border-t border-line pt-6">
        <Button onClick={signOut}>{t('common:signOut.action')}</Button>
        <span className="text-xs text-text-muted">{t('common:version', { version })}</span>
      </div>
    </div>
  );
}
