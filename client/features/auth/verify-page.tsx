import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { useReloadSession, useSetup } from '#client/features/session/use-session.ts';
import { errorText } from '#client/i18n/error-text.ts';
import { useSearch } from '#client/lib/use-search.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { sendCode, verifyCode } from './auth-api.ts';
import { CodeField } from './code-field.tsx';
import { CodeHint } from './code-hint.tsx';
import { emailPart } from './email-part.tsx';
import { FailureNotice } from './failure-notice.tsx';
import type { LoginState } from './login-page.tsx';
import { ResendCode } from './resend-code.tsx';
import { useCaptcha } from './use-captcha.tsx';
import { useCodeEntry } from './use-code-entry.ts';
import { readVerifyParams } from './verify-guard.ts';

/** When the code was sent; kept in the history entry, so a reload does not reset the wait. */
export type VerifyState = { sentAt: number } | null;

/** What is true of the code: `sentHere` if this browser asked for it. */
function useBody(sentHere: boolean): (email: string) => string {
  const { t } = useTranslation('auth');
  const { codeMinutes, signUpEnabled, demo } = useSetup();
  return (email) => {
    if (demo) return t('verify.bodyDemo', { email });
    const values = { email, count: codeMinutes };
    if (!sentHere) return t('verify.bodyElsewhere', values);
    // Without sign-up, only known addresses get a mail, and which ones are known is not told.
    return t(signUpEnabled ? 'verify.body' : 'verify.bodyIfAccount', values);
  };
}

/** Six slots for the code. They send themselves when they are full. */
export default function VerifyPage() {
  const { t } = useTranslation('auth');
  const reloadSession = useReloadSession();
  const { pathname, search, state: kept } = useLocation();
  const state = kept as VerifyState;
  const navigate = useNavigate();
  const { email, redirect } = readVerifyParams(useSearch());
  const captcha = useCaptcha();
  const { code, pending, failure, setFailure, error, change, submit } = useCodeEntry({
    async onCode(value) {
      await verifyCode(email ?? '', value);
      // The guard of this page sends on who is signed in.
      await reloadSession();
    },
  });
  const body = useBody(state?.sentAt !== undefined);
  if (!email) return null;

  const back: LoginState = { email };
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('verify.title')}</PageHeading>
        <p className="text-text-muted">
          <RichText text={body(email)} parts={emailPart} />
        </p>
      </div>
      {failure && <FailureNotice failure={failure} />}
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <CodeField
          label={t('verify.code')}
          value={code}
          onChange={change}
          disabled={pending}
          error={error && errorText(error)}
        />
        <Button type="submit" look="primary" pending={pending}>
          {t('verify.submit')}
        </Button>
      </form>
      <CodeHint />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
        <Link
          to={paths.login(redirect)}
          state={back}
          className="touch-target inline-flex items-center gap-1.5 rounded-sm text-text-muted hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="mirrored size-4" />
          {t('verify.back')}
        </Link>
        <ResendCode
          sentAt={state?.sentAt}
          send={async () => sendCode(email, await captcha.solve())}
          onSent={(sentAt) => {
            const sent: VerifyState = { sentAt };
            void navigate(pathname + search, { state: sent, replace: true });
          }}
          onFailure={setFailure}
        />
      </div>
      {captcha.widget}
    </div>
  );
}
