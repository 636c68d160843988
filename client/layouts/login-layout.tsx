import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { onForeignSession } from '#client/features/session/session.ts';
import { useReloadSession, useSetup } from '#client/features/session/use-session.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { besideForm, Illustration, Logo } from '#client/ui/base/icons.tsx';
import { EnvironmentBadge } from '#client/ui/page/environment.tsx';
import { SkipLink } from '#client/ui/page/page-heading.tsx';

const Preferences = lazyPart(() => import('#client/ui/preferences/preferences.tsx'));

export default function LoginLayout() {
  const { t } = useTranslation();
  const { appName, environment, version } = useSetup();
  const reloadSession = useReloadSession();
  // Another tab may have signed in, or restored a session whose end this tab has seen.
  useEffect(() => onForeignSession(reloadSession), [reloadSession]);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(28rem,2fr)_3fr]">
      <SkipLink />
      <div className="grid grid-cols-1 grid-rows-[auto_1fr_auto] px-4 *:mx-auto *:w-full *:max-w-sm sm:px-8">
        <header className="flex h-16 items-center gap-2.5">
          <Logo />
          <span className="font-semibold">{appName}</span>
          <EnvironmentBadge environment={environment} />
        </header>
        {/* The space above gives way first, so that all fits on low screens. */}
        <main
          id="content"
          tabIndex={-1}
          className="login flex flex-col pb-4 outline-none before:max-h-[12dvh] before:min-h-4 before:grow"
        >
          <Outlet />
        </main>
        {/* Reserves the switchers' height to prevent layout shifts. */}
        <footer className="flex min-h-31 flex-wrap items-center justify-between gap-3 py-4">
          <span className="text-xs text-text-muted">{t('version', { version })}</span>
          <div className="contents noscript:hidden">
            <Suspense>
              <Preferences />
            </Suspense>
          </div>
        </footer>
      </div>
      <Illustration className={besideForm} />
    </div>
  );
}
