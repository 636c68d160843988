import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runSessionTransition } from '#client/features/session/session-transition.ts';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';
import { sendCode, verifyCode } from './auth-api.ts';
import { CodeStep, EmailText } from './code-step.tsx';
import { FailureNotice } from './failure-notice.tsx';
import { useCaptcha } from './use-captcha.tsx';

type ReauthenticateProps = {
  /** Why a code is needed. */
  reason: (values: { email: string }) => string;
  confirm: string;
  danger?: boolean;
  /** Runs with the fresh session. What it throws is shown. */
  onProven: () => Promise<void>;
  onCancel: () => void;
};

/**
 * Asks the viewer to sign in again with an emailed code. Irreversible actions need a fresh session,
 * so that access to an unlocked computer is not enough.
 */
export function Reauthenticate(props: ReauthenticateProps) {
  const { reason, confirm, danger, onProven, onCancel } = props;
  const { t } = useTranslation(['account', 'common']);
  const { email } = useViewer().user;
  const reloadSession = useReloadSession();
  const captcha = useCaptcha();
  const [sentAt, setSentAt] = useState<number>();
  const [proven, setProven] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const cancel = <Button onClick={onCancel}>{t('common:confirm.cancel')}</Button>;

  /** Runs the action. A retry needs no new code. */
  async function goOn() {
    setPending(true);
    setFailure(null);
    try {
      await onProven();
    } catch (error) {
      setFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  }

  const mailCode = async () => sendCode(email, await captcha.solve());

  async function send() {
    setPending(true);
    setFailure(null);
    try {
      await mailCode();
      setSentAt(Date.now());
    } catch (error) {
      setFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  }

  async function enter(code: string) {
    await runSessionTransition(async () => {
      await verifyCode(email, code);
      setProven(true);
      await reloadSession();
    });
    await goOn();
  }

  if (sentAt !== undefined && !proven) {
    return (
      <>
        <CodeStep
          email={email}
          intro={(values) => t('account:identity.sent', values)}
          confirm={confirm}
          danger={danger ?? false}
          sentAt={sentAt}
          onSent={setSentAt}
          send={mailCode}
          onCode={enter}
          back={cancel}
        />
        {captcha.widget}
      </>
    );
  }
  return (
    <div className="grid gap-4">
      {!proven && <EmailText text={reason({ email })} />}
      {failure && <FailureNotice failure={failure} />}
      {captcha.widget}
      <DialogActions>
        {cancel}
        {proven ? (
          <Button look={danger ? 'danger' : 'primary'} pending={pending} onClick={goOn}>
            {confirm}
          </Button>
        ) : (
          <Button look="primary" pending={pending} onClick={send}>
            {t('account:identity.send')}
          </Button>
        )}
      </DialogActions>
    </div>
  );
}
