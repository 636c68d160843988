import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';

/** Reading the clock in render is safe: countdowns start long after the previous one ended. */
function useCountdown(until: number): number {
  const [, rerender] = useState(0);
  const left = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(() => rerender((renders) => renders + 1), 1000);
    return () => clearTimeout(timer);
  });
  return left;
}

type ResendCodeProps = {
  sentAt: number | undefined;
  send: () => Promise<unknown>;
  onSent: (sentAt: number) => void;
  onFailure: (failure: ApiError | null) => void;
};

export function ResendCode({ sentAt = 0, send, onSent, onFailure }: ResendCodeProps) {
  const { t } = useTranslation('auth');
  const { resendSeconds } = useSetup();
  const [pending, setPending] = useState(false);
  const left = useCountdown(sentAt + resendSeconds * 1000);

  async function resend() {
    setPending(true);
    onFailure(null);
    try {
      await send();
      onSent(Date.now());
    } catch (error) {
      onFailure(toApiError(error));
    } finally {
      setPending(false);
    }
  }

  return left > 0 ? (
    <span className="ms-auto py-1.5 text-text-muted tabular-nums">
      {t('verify.resendIn', { count: left })}
    </span>
  ) : (
    <Button
      look="quiet"
      size="small"
      className="ms-auto -me-3 text-accent-text! noscript:hidden"
      pending={pending}
      onClick={resend}
    >
      {t('verify.resend')}
    </Button>
  );
}
