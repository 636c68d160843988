import { useTranslation } from 'react-i18next';
import { ProviderButtons } from './provider-buttons.tsx';
import { type OtherWayProps, SampleButtons } from './sample-buttons.tsx';

/** The ways to sign in besides a code by email. */
export default function OtherWays({ onFailure }: OtherWayProps) {
  const { t } = useTranslation('auth');
  return (
    <div className="grid gap-4 noscript:hidden">
      <div className="flex items-center gap-3 text-sm text-text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('login.or')}
      </div>
      <div className="grid gap-3">
        <ProviderButtons onFailure={onFailure} />
        <SampleButtons onFailure={onFailure} />
      </div>
    </div>
  );
}
