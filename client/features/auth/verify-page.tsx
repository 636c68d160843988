import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { passkeyOffer } from '#client/features/passkey/offer-state.ts';
import { usePasskeyStep } from '#client/features/passkey/sign-in-step/use-passkey-step.ts';
import { failureAt, pageDataAt } from '#client/features/session/page-data.ts';
import { useEnter, useSetup } from '#client/features/session/use-session.ts';
import { paths } from '#client/paths.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Link } from '#client/ui/base/link.tsx';
import { RichText } from '#client/ui/base/rich-text.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { enterCode, type SentCode, sendCode } from './auth-api.ts';
import { CodeForm } from './code-form.tsx';
import { CodeHint } from './code-hint.tsx';
import { emailPart } from './email-part.tsx';
import { ResendCode } from './resend-code.tsx';
import { finishSignInAnimation, setSignInProgress } from './sign-in-animation.ts';
import { useChallenge } from './use-challenge.tsx';
import { useCodeEntry } from './use-code-entry.ts';
import { readVerifyParams } from './verify-guard.ts';

/** Kept in the history entry, so that a reload doesn't restart the wait before resending. */
export type VerifyState = SentCode | null;
export type LoginState = { email?: string } | null;

function useBody(sentHere: boolean): (values: { email: string }) => string {
  const { t } = useTranslation('auth');
  const { codeMinutes, signUpEnabled, demo } = useSetup();
  return (given) => {
    if (demo) return t('verify.bodyDemo', given);
    const values = { ...given, count: codeMinutes };
    if (!sentHere) return t('verify.bodyElsewhere', values);
    // With sign-up disabled only registered emails get a code; the text doesn't reveal which.
    return t(signUpEnabled ? 'verify.body' : 'verify.bodyIfAccount', values);
  };
}

function useSignInAnimation(digits: number) {
  const { codeLength } = useSetup();
  useEffect(
    () => setSignInProgress(digits ? 0.15 + (digits / codeLength) * 0.4 : undefined),
    [digits, codeLength],
  );
  useEffect(() => () => setSignInProgress(), []);
}

export default function VerifyPage() {
  const { t } = useTranslation('auth');
  const enter = useEnter();
  const location = useLocation();
  const { pathname, search, state: kept } = location;
  const state = kept as VerifyState;
  const navigate = useNavigate();
  const { email, redirect } = readVerifyParams(new URLSearchParams(search));
  const challenge = useChallenge();
  const entry = useCodeEntry({
    refused: failureAt(location),
    async onCode(value) {
      await enterCode('/sign-in/email-otp', { email: email ?? '', otp: value });
      passkeyOffer.set(true);
      await finishSignInAnimation();
      await enter();
    },
  });
  useSignInAnimation(entry.code.length);
  usePasskeyStep(entry.failure, redirect);
  const isSentHere = state ? !state.isRefused : pageDataAt(location)?.hasRequestedCode === true;
  const body = useBody(isSentHere);
  if (!email) return null;

  const back: LoginState = { email };
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading>{t('verify.title')}</PageHeading>
        <p className="text-text-muted">
          <RichText text={body} values={{ email }} parts={emailPart} />
        </p>
      </div>
      <CodeForm entry={entry} action={paths.verify(email, redirect)}>
        <Button type="submit" look="primary" pending={entry.pending}>
          {t('verify.submit')}
        </Button>
      </CodeForm>
      <CodeHint email={email} sentAt={state?.sentAt} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4 text-sm">
        <Link
          to={paths.login(redirect)}
          state={back}
          className="touch-target inline-flex items-center gap-1.5 rounded-sm text-text-muted hover:text-text"
        >
          <ArrowLeft className="mirrored size-4" />
          {t('verify.back')}
        </Link>
        <ResendCode
          sentAt={state?.sentAt}
          send={async () => sendCode(email, await challenge.solve())}
          onSent={(sentAt) => {
            const sent: VerifyState = { sentAt };
            entry.restart();
            void navigate(pathname + search, { state: sent, replace: true });
          }}
          onFailure={entry.setFailure}
        />
      </div>
      {challenge.widget}
    </div>
  );
}
