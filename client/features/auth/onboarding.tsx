import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useReloadSession, useSetup, useViewer } from '#client/features/session/use-session.ts';
import { useSignOut } from '#client/features/session/use-session-end.ts';
import { findMutationErrors } from '#client/graphql/errors.ts';
import { cx } from '#client/lib/class-names.ts';
import { Avatar } from '#client/ui/base/avatar.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { besideForm, Illustration, Logo } from '#client/ui/base/icons.tsx';
import { TextField } from '#client/ui/form/field.tsx';
import { Form, type FormHandle, SubmitButton } from '#client/ui/form/form.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { onboardingRules } from '#shared/rules/account.ts';
import { UpdateViewerDocument } from './update-viewer.generated.ts';

export default function Onboarding() {
  const { t } = useTranslation(['auth', 'common']);
  const { appName } = useSetup();
  const { user } = useViewer();
  const [, updateViewer] = useMutation(UpdateViewerDocument);
  const reloadSession = useReloadSession();
  const signOut = useSignOut();
  const [typed, setTyped] = useState(user.name);

  async function submit({ name }: { name: string }, form: FormHandle) {
    const result = await updateViewer({ input: { name } });
    const failed = findMutationErrors(result);
    if (failed) return form.fail(failed);
    await reloadSession();
  }

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,2fr)_3fr]">
      <title>{t('common:title', { page: t('auth:onboarding.title', { appName }), appName })}</title>
      <div className="grid grid-cols-1 grid-rows-[auto_1fr_auto] px-4 *:mx-auto *:w-full *:max-w-sm sm:px-8">
        <header className="flex h-16 items-center gap-2.5">
          <Logo />
          <span className="font-semibold">{appName}</span>
        </header>
        <main
          className="grid content-start gap-6 pt-[max(2rem,12dvh)] pb-8"
          onInput={({ target }) => target instanceof HTMLInputElement && setTyped(target.value)}
        >
          <Avatar id={user.id} name={typed.trim() || user.email} size="huge" />
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
        <footer className="flex flex-wrap items-center justify-between gap-2 border-t border-line py-4 text-sm text-text-muted">
          <bdi dir="ltr" className="wrap-anywhere">
            {user.email}
          </bdi>
          <Button look="quiet" size="small" onClick={signOut}>
            {t('common:signOut.action')}
          </Button>
        </footer>
      </div>
      <Illustration className={cx(besideForm, '[--illustration-progress:1]')} />
    </div>
  );
}
