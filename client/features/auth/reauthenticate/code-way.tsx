import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { enterCode, findSentCode, requestCode, sendCode } from '#client/features/auth/auth-api.ts';
import { useChallenge } from '#client/features/auth/challenge.tsx';
import { CodeStep, EmailText } from '#client/features/auth/code-step.tsx';
import { runSessionTransition } from '#client/features/session/session.ts';
import { useViewer } from '#client/features/session/use-session.ts';
import { useAttempt } from '#client/lib/use-attempt.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';

export type WayProps = {
  onProved: () => void;
  /** Buttons beside the way's own: cancel. */
  cancel: ReactNode;
};

export function CodeWay({ onProved, cancel }: WayProps) {
  const { t } = useTranslation(['account', 'auth']);
  const { email } = useViewer().user;
  const challenge = useChallenge();
  const [sent, setSent] = useState(() => findSentCode(email));
  const { pending, failure, attempt } = useAttempt(async () =>
    setSent(await requestCode(email, challenge.solve)),
  );

  async function submitCode(code: string) {
    await runSessionTransition(() => enterCode('/reauthenticate/email-otp', { otp: code }));
    onProved();
  }

  if (sent) {
    const text = sent.isRefused ? 'auth:verify.bodyElsewhere' : 'account:identity.sent';
    return (
      <>
        <CodeStep
          email={email}
          intro={(values) => t(text, values)}
          confirm={t('account:identity.confirm')}
          sentAt={sent.sentAt}
          onSent={(sentAt) => setSent({ sentAt })}
          send={async () => sendCode(email, await challenge.solve())}
          onCode={submitCode}
          back={cancel}
        />
        {challenge.widget}
      </>
    );
  }
  return (
    <div className="grid gap-4">
      <EmailText text={(values) => t('account:identity.body', values)} email={email} />
      {failure && <Notice failure={failure} />}
      {challenge.widget}
      <DialogActions>
        {cancel}
        <Button look="primary" pending={pending} onClick={attempt} autoFocus>
          {t('account:identity.send')}
        </Button>
      </DialogActions>
    </div>
  );
}
