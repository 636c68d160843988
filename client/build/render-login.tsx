/**
 * Server-side rendering of the sign-in pages and of the skeletons that areas show while loading. Built by
 * vite.pages.config.ts.
 */
import i18next from 'i18next';
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import {
  createStaticHandler,
  createStaticRouter,
  Outlet,
  type RouteObject,
  StaticRouter,
  StaticRouterProvider,
} from 'react-router';
import LoginPage from '#client/features/auth/login-page.tsx';
import VerifyPage from '#client/features/auth/verify-page.tsx';
import { type PageData, pageDataId, setPageData } from '#client/features/session/page-data.ts';
import sessionQuery from '#client/features/session/session.graphql?raw';
import { provideSession } from '#client/features/session/session.ts';
import { renderOptions } from '#client/i18n/i18n.ts';
import { ConnectionStatus } from '#client/layouts/connection-status.tsx';
import LoginLayout from '#client/layouts/login-layout.tsx';
import { PageSkeleton } from '#client/layouts/page-skeleton.tsx';
import { RootLayout } from '#client/layouts/root-layout.tsx';

export { pageDataId, sessionQuery };

const texts = import.meta.glob<Record<string, unknown>>(
  '../../shared/locales/*/{common,errors,auth}.json',
  { eager: true, import: 'default' },
);

void i18next.use(initReactI18next).init({
  ...renderOptions,
  lng: 'en',
  ns: ['common', 'errors', 'auth'],
  initAsync: false,
});
for (const [path, bundle] of Object.entries(texts)) {
  const [language = '', namespace = ''] = path.split(/[/.]/).slice(-3);
  i18next.addResourceBundle(language, namespace, bundle);
}

/** The rendered part of routes.tsx. use-session.ts reads the route IDs. */
function routesOf(data: PageData): RouteObject[] {
  return [
    {
      Component: RootLayout,
      children: [
        {
          path: 'login',
          id: 'login',
          loader: () => ({ setup: data.setup, viewer: null }),
          Component: LoginLayout,
          children: [
            {
              Component: Outlet,
              children: [
                { index: true, handle: { title: 'auth:login.title' }, Component: LoginPage },
                { path: 'verify', handle: { title: 'auth:verify.title' }, Component: VerifyPage },
              ],
            },
          ],
        },
      ],
    },
  ];
}

const titleElement = /<title>(.*?)<\/title>/;

/**
 * Renders /login or /login/verify for an anonymous viewer.
 *
 * @returns the content of #root and of `title`; undefined if the URL isn't a rendered page
 */
export async function renderLogin(
  url: URL,
  data: PageData,
): Promise<{ html: string; title: string } | undefined> {
  const routes = routesOf(data);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(url));
  if (context instanceof Response || context.statusCode !== 200) return undefined;
  const router = createStaticRouter(handler.dataRoutes, context);
  const app = (
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
      <ConnectionStatus />
    </StrictMode>
  );
  const render = () => {
    // Synchronous from here on, so that pages in two languages can't mix.
    void i18next.changeLanguage(data.language);
    provideSession({ setup: data.setup, viewer: null });
    setPageData(data);
    return renderToString(app);
  };
  // The first attempt starts loading the lazy components; the next one finds them loaded.
  let rendered = render();
  for (let attempt = 0; attempt < 3 && rendered.includes('<!--$!-->'); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    rendered = render();
  }
  const [, title = ''] = titleElement.exec(rendered) ?? [];
  return { html: rendered.replace(titleElement, ''), title };
}

export function renderSkeleton(pathname: string): string {
  return renderToStaticMarkup(
    <StaticRouter location={pathname}>
      <PageSkeleton />
    </StaticRouter>,
  );
}
