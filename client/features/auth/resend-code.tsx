import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-setup.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';

function useCountdown(until: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => setNow(Date.now()), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return left;
}

type ResendCodeProps = {
  sentAt: number | undefined;
  /** Requests another code. */
  send: () => Promise<unknown>;
  onSent: (sentAt: number) => void;
  onFailure: (failure: ApiError | null) => void;
};

/** Requests another code, `resendSeconds` after the last one at the earliest. */
export function ResendCode({ sentAt = 0, send, onSent, onFailure }: ResendCodeProps) {
  const { t } = useTranslation('auth');
  const { resendSeconds } = useSetup();
  const [pending, setPending] = useState(false);
  const [isResent, setIsResent] = useState(false);
  const left = useCountdown(sentAt + resendSeconds * 1000);

  async function resend() {
    setPending(true);
    onFailure(null);
    try {
      await send();
      setIsResent(true);
      onSent(Date.now());
    } catch (error) {
      onFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <span role="status" className="grow py-1.5 text-end text-success-text">
        {isResent && left > 0 && t('verify.resent')}
      </span>
      {left > 0 ? (
        <span className="py-1.5 text-text-muted tabular-nums">
          {t('verify.resendIn', { count: left })}
        </span>
      ) : (
        <Button
          look="quiet"
          size="small"
          className="-me-3 noscript:hidden"
          pending={pending}
          onClick={resend}
        >
          {t('verify.resend')}
        </Button>
      )}
    </>
  );
}
