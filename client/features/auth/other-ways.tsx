import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { PasskeyButton } from '#client/features/passkey/passkey-button.tsx';
import { useSetup } from '#client/features/session/use-session.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { type OtherWayProps, SampleButtons } from './sample-buttons.tsx';

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
