import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { CaptchaNeedsScript } from '#client/features/auth/captcha/captcha.tsx';
import { failureAt, pageDataAt } from '#client/features/session/page-data.ts';
import { useSetup } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { paths } from '#client/paths.ts';
import { Notice } from '#client/ui/base/notice.tsx';
import { EmailField } from '#client/ui/form/field.tsx';
import { Form, SubmitButton } from '#client/ui/form/form.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { lastEmail, requestCode } from './auth-api.ts';
import { useChallenge } from './challenge.tsx';
import { CodeHint } from './code-hint.tsx';
import type { LoginState, VerifyState } from './verify-page.tsx';

// Loaded on the first input: the rules are as large as the page itself.
const rules = () => import('#shared/rules/account.ts').then((module) => module.signInRules);

const OtherWays = lazyPart(() => import('./other-ways.tsx'));

export default function LoginPage() {
  const { t } = useTranslation('auth');
  const { signUpEnabled, passkeysEnabled, providers, sampleAccounts } = useSetup();
  const ways = [passkeysEnabled, ...providers, ...sampleAccounts].filter(Boolean).length;
  const challenge = useChallenge();
  const navigate = useNavigate();
  const location = useLocation();
  const search = new URLSearchParams(location.search);
  const redirect = search.get('redirect');
  const organizationVariant = redirect?.startsWith('/app/invitations/') && 'Organization';
  const variant = organizationVariant || (signUpEnabled ? 'SignUp' : '');
  const typed =
    (location.state as LoginState)?.email ??
    pageDataAt(location)?.email ??
    search.get('email') ??
    lastEmail();
  const [failure, setFailure] = useState<ApiError | null>(() => failureAt(location));

  async function submit({ email }: { email: string }) {
    setFailure(null);
    try {
      const state: VerifyState = await requestCode(email, challenge.solve);
      await navigate(paths.verify(email, redirect), { state });
    } catch (error) {
      setFailure(toApiError(error));
    }
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading>{t(`login.title${variant}`)}</PageHeading>
        <p className="text-text-muted">{t(`login.body${variant}`)}</p>
      </div>
      {failure && <Notice failure={failure} />}
      <Form rules={rules} onSubmit={submit} action={paths.login(redirect)} className="grid gap-4">
        <EmailField
          name="email"
          label={t('login.email')}
          defaultValue={typed}
          autoComplete={passkeysEnabled ? 'email webauthn' : 'email'}
          autoFocus
        />
        <SubmitButton>{t('login.submit')}</SubmitButton>
      </Form>
      <CaptchaNeedsScript />
      {challenge.widget}
      {ways > 0 && (
        <Suspense fallback={<div style={{ height: 24 + 52 * ways }} />}>
          <OtherWays onFailure={setFailure} />
        </Suspense>
      )}
      <CodeHint />
    </div>
  );
}
