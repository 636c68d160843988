import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSetup } from '#client/features/session/use-session.ts';
import { type ApiError, toApiError } from '#client/lib/errors.ts';
import { safeRedirect } from '#client/lib/safe-redirect.ts';
import { useSearch } from '#client/lib/use-search.ts';
import { Button } from '#client/ui/base/button.tsx';
import { call } from './auth-api.ts';
import { GitHubIcon } from './github-icon.tsx';

/** Starts the OAuth flow. Returns the URL of the identity provider's sign-in page. */
async function fetchProviderUrl(provider: string, redirect: string | null): Promise<string> {
  const answer = await call('/sign-in/social', { provider, ...(redirect && { redirect }) });
  return (answer as { url: string }).url;
}

type ProviderButtonsProps = { onFailure: (failure: ApiError | null) => void };

/** One sign-in button for each identity provider. */
export default function ProviderButtons({ onFailure }: ProviderButtonsProps) {
  const { t } = useTranslation('auth');
  const { providers } = useSetup();
  const redirect = useSearch().get('redirect');
  const [pending, setPending] = useState<string | null>(null);

  // The back button restores the page from the back/forward cache with its pending button.
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

  return (
    <div className="grid gap-4 noscript:hidden">
      <div className="flex items-center gap-3 text-sm text-text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        {t('login.or')}
      </div>
      <div className="grid gap-3">
        {providers.map(({ key, name }) => (
          <Button key={key} pending={pending === key} onClick={() => go(key)}>
            {key === 'github' ? <GitHubIcon /> : <KeyRound aria-hidden="true" className="size-4" />}
            {t('login.provider', { provider: name })}
          </Button>
        ))}
      </div>
    </div>
  );
}
