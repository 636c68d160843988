import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useSetup } from '#client/features/session/use-session.ts';
import { safeRedirect } from '#client/lib/address/safe-redirect.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { Button } from '#client/ui/base/button.tsx';
import { call } from './auth-api.ts';

async function fetchProviderUrl(provider: string, redirect: string | null): Promise<string> {
  const answer = await call('/sign-in/social', { provider, ...(redirect && { redirect }) });
  return (answer as { url: string }).url;
}

type ProviderButtonsProps = { onFailure: (failure: ApiError | null) => void };

export function ProviderButtons({ onFailure }: ProviderButtonsProps) {
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
      {key === 'github' ? <GitHubIcon /> : <KeyRound />}
      {t('login.providerButton', { provider: name })}
    </Button>
  ));
}

function GitHubIcon() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" fill="currentColor">
      <path d="M8 0C3.58 0 0 3.58 0 8c0 3.54 2.29 6.53 5.47 7.59.4.07.55-.17.55-.38 0-.19-.01-.82-.01-1.49-2.01.37-2.53-.49-2.69-.94-.09-.23-.48-.94-.82-1.13-.28-.15-.68-.52-.01-.53.63-.01 1.08.58 1.23.82.72 1.21 1.87.87 2.33.66.07-.52.28-.87.51-1.07-1.78-.2-3.64-.89-3.64-3.95 0-.87.31-1.59.82-2.15-.08-.2-.36-1.02.08-2.12 0 0 .67-.21 2.2.82.64-.18 1.32-.27 2-.27s1.36.09 2 .27c1.53-1.04 2.2-.82 2.2-.82.44 1.1.16 1.92.08 2.12.51.56.82 1.27.82 2.15 0 3.07-1.87 3.75-3.65 3.95.29.25.54.73.54 1.48 0 1.07-.01 1.93-.01 2.2 0 .21.15.46.55.38A8.01 8.01 0 0 0 16 8c0-4.42-3.58-8-8-8" />
    </svg>
  );
}
