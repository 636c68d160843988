import { useTranslation } from 'react-i18next';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { useSetup } from '#client/features/session/use-setup.ts';
import { useSignOut } from '#client/features/session/use-sign-out.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Logo } from '#client/ui/base/logo.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle } from '#client/ui/form/form.tsx';
import { SubmitButton } from '#client/ui/form/submit-button.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { onboardingRules } from '#shared/rules/account.ts';
import { useUpdateViewerMutation } from './update-viewer.generated.ts';

/** Asks for the name after the first sign-in, in place of any page of an area. */
export default function Onboarding() {
  const { t } = useTranslation(['auth', 'common']);
  const { appName } = useSetup();
  const { user } = useViewer();
  const [, updateViewer] = useUpdateViewerMutation();
  const reloadSession = useReloadSession();
  const signOut = useSignOut();

  async function submit({ name }: { name: string }, form: FormHandle) {
    const result = await updateViewer({ input: { name } });
    const failed = findMutationErrors(result, result.data?.updateViewer);
    if (failed) return form.fail(failed);
    await reloadSession();
  }

  return (
    <div className="mx-auto grid min-h-dvh w-full max-w-md grid-rows-[1fr_auto] px-4 py-8">
      <title>{t('common:title', { page: t('auth:onboarding.title', { appName }), appName })}</title>
      <main className="grid content-center gap-8">
        <Logo className="size-10" />
        <div className="grid gap-2">
          <PageHeading>{t('auth:onboarding.title', { appName })}</PageHeading>
          <p className="text-text-muted">{t('auth:onboarding.body')}</p>
        </div>
        <Form rules={onboardingRules} onSubmit={submit} className="grid gap-6">
          <TextField
            name="name"
            label={t('auth:onboarding.name')}
            hint={t('auth:onboarding.nameHint')}
            defaultValue={user.name}
            autoComplete="name"
            autoFocus
          />
          <SubmitButton>{t('auth:onboarding.submit')}</SubmitButton>
        </Form>
      </main>
      <footer className="mt-8 flex flex-wrap items-center justify-between gap-2 border-t border-line pt-4 text-sm text-text-muted">
        <bdi dir="ltr" className="wrap-anywhere">
          {user.email}
        </bdi>
        <Button look="quiet" size="small" onClick={signOut}>
          {t('common:signOut.action')}
        </Button>
      </footer>
    </div>
  );
}
