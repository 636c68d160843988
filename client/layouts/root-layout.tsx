import { Suspense, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches } from 'react-router';
import { findLoadedSession, useLoadedSession } from '#client/features/session/session.ts';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import { type TextKey, useText } from '#client/i18n/texts.ts';
import { lazyPart } from '#client/lib/loading/code.ts';
import { markNavigated, useOwnPageTitle } from '#client/lib/page.ts';

export type RouteHandle = { title?: TextKey };

function useTitleKey(): TextKey | undefined {
  return useMatches()
    .map((match) => (match.handle as RouteHandle | undefined)?.title)
    .findLast(Boolean);
}

const ImpersonationBanner = lazyPart(async () => {
  const [banner] = await Promise.all([
    import('./impersonation-banner.tsx'),
    loadNamespaces(['session']),
  ]);
  return banner;
});

/** Root of all pages. Sets the document title and records navigation. Shows the impersonation banner even above errors. */
export function RootLayout() {
  const { pathname } = useLocation();
  // Also on unknown pages, which have no loader to wait for.
  const viewer = useLoadedSession()?.viewer;
  const first = useRef(pathname);
  // A layout effect, because the headings of the new page read it in their effects.
  useLayoutEffect(() => {
    if (pathname !== first.current) markNavigated();
  }, [pathname]);
  return (
    <>
      <PageTitle />
      {viewer?.impersonator && (
        <Suspense>
          <ImpersonationBanner viewer={viewer} />
        </Suspense>
      )}
      <Outlet />
    </>
  );
}

function PageTitle() {
  const { t } = useTranslation();
  const text = useText();
  const key = useTitleKey();
  const page = useOwnPageTitle() ?? (key && text(key));
  const appName = findLoadedSession()?.setup.appName;
  if (!appName) return page ? <title>{page}</title> : null;
  return <title>{page ? t('title', { page, appName }) : appName}</title>;
}
