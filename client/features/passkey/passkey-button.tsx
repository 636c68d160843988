import { Fingerprint } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEnter } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';

// Loaded on the first press, or for autofill once the page is shown.
const load = () => import('./passkey-api.ts');

/** Challenges expire after five minutes, so autofill asks for a new one before. */
const renewMs = 4 * 60_000;

type PasskeyButtonProps = { onFailure: (failure: ApiError | null) => void };

/** Button on the sign-in page. Also offers passkeys in the autofill of its email field. */
export function PasskeyButton({ onFailure }: PasskeyButtonProps) {
  const { t } = useTranslation('auth');
  const enter = useEnter();
  const [pending, setPending] = useState(false);
  const [round, setRound] = useState(0);

  // Browsers wait for one passkey at a time, so a press of the button ends autofill.
  useEffect(() => {
    if (pending) return;
    const controller = new AbortController();
    const renewal = setTimeout(() => setRound(round + 1), renewMs);
    void (async () => {
      if (!(await canAutofill()) || controller.signal.aborted) return;
      const { askForPasskey, enterWithPasskey } = await load();
      const wanted = { mediation: 'conditional', signal: controller.signal } as const;
      const chosen = await askForPasskey(wanted).catch(() => null);
      if (!chosen) return;
      try {
        await enterWithPasskey(chosen);
        await enter();
      } catch (error) {
        onFailure(toApiError(error));
        setRound(round + 1);
      }
    })();
    return () => {
      clearTimeout(renewal);
      controller.abort();
    };
  }, [pending, round, onFailure, enter]);

  async function signIn() {
    onFailure(null);
    setPending(true);
    try {
      const { askForPasskey, enterWithPasskey } = await load();
      await enterWithPasskey(await askForPasskey());
      await enter();
    } catch (error) {
      onFailure(toApiError(error));
      setPending(false);
    }
  }

  return (
    <Button pending={pending} onClick={signIn}>
      <Fingerprint />
      {t('login.passkey')}
    </Button>
  );
}

async function canAutofill(): Promise<boolean> {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
  );
}
