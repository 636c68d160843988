/** Renders the sign-in pages on the server, with the components of the browser. Built by vite.pages.config.ts. */
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  Outlet,
  type RouteObject,
  StaticRouterProvider,
} from 'react-router';
import LoginPage from '#client/features/auth/login-page.tsx';
import VerifyPage from '#client/features/auth/verify-page.tsx';
import { type PageData, pageDataId, setPageData } from '#client/features/session/page-data.ts';
import sessionQuery from '#client/features/session/session.graphql?raw';
import { provideSession } from '#client/features/session/session.ts';
import { addTexts, shownLanguage } from '#client/i18n/texts.ts';
import { ConnectionStatus } from '#client/layouts/connection-status.tsx';
import LoginLayout from '#client/layouts/login-layout.tsx';
import { RootLayout } from '#client/layouts/root-layout.tsx';
import { languageCodes } from '#shared/languages.ts';

export { pageDataId, sessionQuery };

const texts = import.meta.glob<Record<string, unknown>>(
  '../shared/locales/*/{common,errors,auth}.json',
  { eager: true, import: 'default' },
);

for (const language of languageCodes) {
  for (const namespace of ['common', 'errors', 'auth']) {
    addTexts(language, namespace, texts[`../shared/locales/${language}/${namespace}.json`]);
  }
}

/** The part of routes.tsx that is rendered; the IDs are those that use-session.ts reads. */
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
 * Renders the page at `url`, which is /login or /login/verify, for an anonymous viewer.
 *
 * @returns the content of #root, and that of `title`; undefined if the URL is not a rendered page
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
    // Nothing below is asynchronous, so that pages in two languages cannot mix.
    shownLanguage.set(data.language);
    provideSession({ setup: data.setup, viewer: null });
    setPageData(data);
    return renderToString(app);
  };
  // The first attempt begins to load the lazy components, which the second one finds loaded.
  let rendered = render();
  for (let attempt = 0; attempt < 3 && rendered.includes('<!--$!-->'); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    rendered = render();
  }
  const [, title = ''] = titleElement.exec(rendered) ?? [];
  return { html: rendered.replace(titleElement, ''), title };
}
