import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches } from 'react-router';
import { knownAppName } from '#client/features/session/session.ts';
import { type TextKey, useText } from '#client/i18n/text-key.ts';
import { markNavigated } from '#client/lib/navigated.ts';
import { useOwnPageTitle } from '#client/lib/page-title.ts';

/** The handle of a page's route. */
export type RouteHandle = { title?: TextKey };

function useTitleKey(): TextKey | undefined {
  return useMatches()
    .map((match) => (match.handle as RouteHandle | undefined)?.title)
    .findLast(Boolean);
}

/** Root of all pages: sets the document title and records navigation. */
export function RootLayout() {
  const { pathname } = useLocation();
  const first = useRef(pathname);
  // A layout effect, because the headings of the new page read it in their effects.
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
  const text = useText();
  const key = useTitleKey();
  const page = useOwnPageTitle() ?? (key && text(key));
  const appName = knownAppName();
  if (!appName) return page ? <title>{page}</title> : null;
  return <title>{page ? t('title', { page, appName }) : appName}</title>;
}
