import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches } from 'react-router';
import { knownAppName } from '#client/features/session/session.ts';
import type { TextKey } from '#client/i18n/text-key.ts';
import { markNavigated } from '#client/lib/navigated.ts';
import { useOwnPageTitle } from '#client/lib/page-title.ts';

/** What the route table hangs on a route for others to read. */
export type RouteHandle = { title?: TextKey };

function useTitleKey(): TextKey | undefined {
  return useMatches()
    .map((match) => (match.handle as RouteHandle | undefined)?.title)
    .findLast(Boolean);
}

/** What every page has: a title, and its place on the way back. */
export function RootLayout() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  // In the layout phase: the headings of the new page ask in the phase after.
  useLayoutEffect(() => {
    if (pathname !== first.current) markNavigated();
  }, [pathname]);
  return (
    <>
      <PageTitle />
      <Outlet />
    </>
  );
}

function PageTitle() {
  const { t } = useTranslation();
  // The page brought the texts it needs, its title's among them; asking for more would load them.
  const anyText = t as (key: TextKey) => string;
  const key = useTitleKey();
  const page = useOwnPageTitle() ?? (key && anyText(key));
  const appName = knownAppName();
  if (!appName) return page ? <title>{page}</title> : null;
  return <title>{page ? t('title', { page, appName }) : appName}</title>;
}
