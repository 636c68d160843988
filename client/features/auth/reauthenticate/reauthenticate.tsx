import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendCode } from '#client/features/auth/auth-api.ts';
import { CodeStep, EmailText } from '#client/features/auth/code-step.tsx';
import { useChallenge } from '#client/features/auth/use-challenge.tsx';
import { verifyCode } from '#client/features/auth/verify-code.ts';
import { runSessionTransition } from '#client/features/session/session-transition.ts';
import { useReloadSession, useViewer } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { Notice } from '#client/ui/base/notice.tsx';
import { DialogActions } from '#client/ui/overlay/responsive-dialog.tsx';

export type ReauthenticateProps = {
  /** Why a code is asked for. Defaults to the age of the session. */
  reason?: (values: { email: string }) => string;
  confirm?: string;
  danger?: boolean;
  onReauthenticated: () => Promise<void>;
  onCancel: () => void;
};

/**
 * Reauthentication with an emailed code. Irreversible actions require a fresh session, so that access to an unlocked
 * computer isn't enough.
 */
export function Reauthenticate(props: ReauthenticateProps) {
  const { t } = useTranslation(['account', 'common']);
  const {
    reason = (values) => t('account:identity.stale', values),
    confirm = t('account:identity.confirm'),
    danger,
    onReauthenticated,
    onCancel,
  } = props;
  const { email } = useViewer().user;
  const reloadSession = useReloadSession();
  const challenge = useChallenge();
  const [sentAt, setSentAt] = useState<number>();
  const [isReauthenticated, setIsReauthenticated] = useState(false);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const cancel = <Button onClick={onCancel}>{t('common:confirm.cancel')}</Button>;

  /** A retry needs no new code. */
  async function runAction() {
    setPending(true);
    setFailure(null);
    try {
      await onReauthenticated();
    } catch (error) {
      setFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  }

  const requestCode = async () => sendCode(email, await challenge.solve());

  async function send() {
    setPending(true);
    setFailure(null);
    try {
      await requestCode();
      setSentAt(Date.now());
    } catch (error) {
      setFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  }

  async function submitCode(code: string) {
    await runSessionTransition(async () => {
      await verifyCode(email, code);
      setIsReauthenticated(true);
      await reloadSession();
    });
    await runAction();
  }

  if (sentAt !== undefined && !isReauthenticated) {
    return (
      <>
        <CodeStep
          email={email}
          intro={(values) => t('account:identity.sent', values)}
          confirm={confirm}
          danger={danger ?? false}
          sentAt={sentAt}
          onSent={setSentAt}
          send={requestCode}
          onCode={submitCode}
          back={cancel}
        />
        {challenge.widget}
      </>
    );
  }
  return (
    <div className="grid gap-4">
      {!isReauthenticated && <EmailText text={reason({ email })} />}
      {failure && <Notice failure={failure} />}
      {challenge.widget}
      <DialogActions>
        {cancel}
        {isReauthenticated ? (
          <Button look={danger ? 'danger' : 'primary'} pending={pending} onClick={runAction}>
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
