import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSetup } from '#client/features/session/use-session.ts';
import { safeRedirect } from '#client/lib/address/safe-redirect.ts';
import { toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { call } from './auth-api.ts';
import { GitHubIcon } from './github-icon.tsx';
import type { OtherWayProps } from './sample-buttons.tsx';

async function fetchProviderUrl(provider: string, redirect: string | null): Promise<string> {
  const answer = await call('/sign-in/social', { provider, ...(redirect && { redirect }) });
  return (answer as { url: string }).url;
}

export function ProviderButtons({ onFailure }: OtherWayProps) {
  const { t } = useTranslation('auth');
  const { providers } = useSetup();
  const redirect = new URLSearchParams(useLocation().search).get('redirect');
  const [pending, setPending] = useState<string | null>(null);

  // The back button restores this page from the back/forward cache with its pending button.
  useEffect(() => {
    const reset = () => setPending(null);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);

  async function go(provider: string) {
    onFailure(null);
    setPending(provider);
    try {
      window.location.assign(await fetchProviderUrl(provider, safeRedirect(redirect)));
    } catch (error) {
      onFailure(toApiError(error));
      setPending(null);
    }
  }

  return providers.map(({ key, name }) => (
    <Button key={key} pending={pending === key} onClick={() => go(key)}>
      {key === 'github' ? <GitHubIcon /> : <KeyRound className="size-4" />}
      {t('login.providerButton', { provider: name })}
    </Button>
  ));
}
