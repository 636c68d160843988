import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, replace, useLocation, useNavigate } from 'react-router';
import { passkeyOffer, usePasskeyStep } from '#client/features/passkey/sign-in.ts';
import { failureAt, pageDataAt } from '#client/features/session/page-data.ts';
import { useEnter, useSetup } from '#client/features/session/use-session.ts';
import { paths } from '#client/paths.ts';
import { BackLink } from '#client/ui/base/back-link.tsx';
import { Button } from '#client/ui/base/button.tsx';
import { emailPart, RichText } from '#client/ui/base/rich-text.tsx';
import { PageHeading } from '#client/ui/page/page-heading.tsx';
import { email as emailRule } from '#shared/rules/account.ts';
import { enterCode, type SentCode, sendCode } from './auth-api.ts';
import { useChallenge } from './challenge.tsx';
import { CodeForm } from './code-form.tsx';
import { CodeHint } from './code-hint.tsx';
import { ResendCode } from './resend-code.tsx';
import { useCodeEntry } from './use-code-entry.ts';

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

export default function VerifyPage() {
  const { t } = useTranslation('auth');
  const { demo } = useSetup();
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
      await enter();
    },
  });
  usePasskeyStep(entry.failure, redirect);
  const isSentHere = state ? !state.isRefused : pageDataAt(location)?.hasRequestedCode === true;
  const body = useBody(isSentHere);
  if (!email) return null;

  const back: LoginState = { email };
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <PageHeading>{t(demo ? 'verify.titleDemo' : 'verify.title')}</PageHeading>
        <p className="whitespace-pre-line text-text-muted">
          <RichText text={body} values={{ email }} parts={emailPart} />
        </p>
      </div>
      <CodeForm entry={entry} action={paths.verify(email, redirect)}>
        <Button type="submit" look="primary" pending={entry.pending}>
          {t('verify.submit')}
        </Button>
      </CodeForm>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4 text-sm font-medium">
        <BackLink to={paths.login(redirect)} state={back}>
          {t('verify.back')}
        </BackLink>
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
      <CodeHint />
      {challenge.widget}
    </div>
  );
}

/** Search parameters of the verify page. An invalid email is ignored. */
function readVerifyParams(search: URLSearchParams) {
  const { data: email = null } = emailRule.safeParse(search.get('email'));
  return { email, redirect: search.get('redirect') };
}

export function verifyGuard({ request }: LoaderFunctionArgs) {
  const { email, redirect } = readVerifyParams(new URL(request.url).searchParams);
  if (!email) throw replace(paths.login(redirect));
  return null;
}
