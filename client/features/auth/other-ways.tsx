import { UserRound, UserRoundCog } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeyButton } from '#client/features/passkey/passkey-button.tsx';
import { useEnter, useSetup } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { call } from './auth-api.ts';
import { ProviderButtons } from './provider-buttons.tsx';

const unchanging = () => () => {};

export default function OtherWays({ onFailure }: OtherWayProps) {
  const { t } = useTranslation('auth');
  const { passkeysEnabled } = useSetup();
  const isReady = useSyncExternalStore(
    unchanging,
    () => true,
    () => false,
  );
  return (
    <div className="grid gap-4 noscript:hidden">
      <div className="flex items-center gap-3 text-sm text-text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('login.or')}
      </div>
      {/* Server-rendered: a press before hydration would be lost. */}
      <fieldset disabled={!isReady} className="grid min-w-0 gap-3 *:opacity-100!">
        {passkeysEnabled && <PasskeyButton onFailure={onFailure} />}
        <ProviderButtons onFailure={onFailure} />
        <SampleButtons onFailure={onFailure} />
      </fieldset>
    </div>
  );
}

type OtherWayProps = { onFailure: (failure: ApiError | null) => void };

function SampleButtons({ onFailure }: OtherWayProps) {
  const { t } = useTranslation('auth');
  const { sampleAccounts, demo } = useSetup();
  const enter = useEnter();
  const [pending, setPending] = useState<string | null>(null);
  const look = demo ? 'secondary' : 'quiet';

  async function signIn(role: string) {
    onFailure(null);
    setPending(role);
    try {
      await call('/sign-in/sample', { role: role.toLowerCase() });
      await enter();
    } catch (error) {
      onFailure(toApiError(error));
      setPending(null);
    }
  }

  return sampleAccounts.map(({ role }) => {
    const Icon = role === 'ADMIN' ? UserRoundCog : UserRound;
    return (
      <Button key={role} look={look} pending={pending === role} onClick={() => signIn(role)}>
        <Icon />
        {demo ? t('login.demo', { context: role }) : t('login.continue', { context: role })}
      </Button>
    );
  });
}
