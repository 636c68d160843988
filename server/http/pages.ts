/**
 * The client's pages. The sign-in pages are rendered, so that they are painted and work before their
 * script; docs/decisions/010 says how. The others are filled in by the client.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { html as escaped } from 'hono/html';
import { cookiePrefix, readCookieValues } from '#server/auth/browser-cookies.ts';
import { languageOfRequest } from '#server/i18n.ts';
import type { Log } from '#server/log/log.ts';
import type { Settings } from '#server/settings.ts';
import { type Language, languageCookieMinutes, languageStorageKey } from '#shared/languages.ts';
import { type FirstLoad, type PageTemplate, readPageTemplate } from './page-template.ts';
import { respond, type StaticFile, toStaticFile } from './static-files.ts';

/** The module that vite.pages.config.ts builds. */
type Renderer = {
  renderLogin(url: URL, data: object): Promise<{ html: string; title: string } | undefined>;
  renderSkeleton(pathname: string): string;
  pageDataId: string;
  sessionQuery: string;
};

/** What a form that was refused is shown with. */
export type FormState = {
  failure?: { code: string; requestId?: string; retryAfter?: number };
  email?: string;
};

type PagesDeps = {
  /** The built client. */
  folder: string;
  settings: Settings;
  log: Log;
  /** Answers the client's session query for an anonymous viewer. */
  querySetup(query: string): Promise<unknown>;
};

const html = 'text/html; charset=utf-8';
/** Pages with a query are rendered for each request, which takes 2 ms; beyond this, the client does it. */
const rendersPerSecond = 50;
const rendered = /^\/login(?:\/verify)?$/;
/** Namespaces of the texts of every page, and of those outside of the areas. */
const firstTexts = ['common', 'errors'];
const signInTexts = [...firstTexts, 'auth'];
const inArea = /^\/(app|manager)(?:\/|$)/;

export function createPages({ folder, settings, log, querySetup }: PagesDeps) {
  const template = readPageTemplate(folder);
  const productName = String(escaped`${settings.appName}`);
  const kept = new Map<string, StaticFile>();
  const prefix = cookiePrefix(settings);
  let second = 0;
  let renders = 0;

  function mayRender(): boolean {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) renders = 0;
    second = now;
    renders += 1;
    return renders <= rendersPerSecond;
  }

  /** Loaded with the first sign-in page; undefined where it is not built. */
  let loading: Promise<{ renderer: Renderer; setup: unknown } | undefined> | undefined;
  async function load() {
    const file = join(folder, '..', 'pages', 'render-login.js');
    if (!existsSync(file)) return undefined;
    const renderer: Renderer = await import(pathToFileURL(file).href);
    return { renderer, setup: await querySetup(renderer.sessionQuery) };
  }
  function loadRenderer() {
    loading ??= load().catch((error: unknown) => {
      log.error({ err: error }, 'pages.failed');
      loading = undefined;
      return undefined;
    });
    return loading;
  }

  async function render(
    { headers }: Request,
    url: URL,
    state: FormState & { inlineCss?: boolean } = {},
  ): Promise<string | undefined> {
    const loaded = await loadRenderer();
    if (!loaded || !template) return undefined;
    const { inlineCss = false, ...form } = state;
    const language = languageOfRequest(headers, url);
    const hasRequestedCode = readCookieValues(headers, `${prefix}.code`).length > 0;
    const data = { language, setup: loaded.setup, hasRequestedCode, ...form };
    const page = await loaded.renderer.renderLogin(url, data);
    if (!page) return undefined;
    const json = JSON.stringify(data).replaceAll('<', '\\u003c');
    return template.fill({
      language,
      texts: signInTexts,
      inlineCss,
      title: page.title,
      body:
        `<div id="root">${page.html}</div>` +
        `<script type="application/json" id="${loaded.renderer.pageDataId}">${json}</script>`,
    });
  }

  /** The page as a file that is made once, so that it is compressed once. */
  async function keep(
    key: string,
    make: () => Promise<string | undefined>,
  ): Promise<StaticFile | undefined> {
    const known = kept.get(key);
    if (known) return known;
    const page = await make();
    if (page === undefined) return undefined;
    const file = toStaticFile(Buffer.from(page), html);
    kept.set(key, file);
    return file;
  }

  /** /login without a query, in a language. Nothing of the request, such as its Host, enters what is kept. */
  function login(language: Language): Promise<StaticFile | undefined> {
    const url = new URL('/login', settings.baseUrl);
    url.searchParams.set('lng', language);
    return keep(`login ${language}`, () => render(new Request(url), url, { inlineCss: true }));
  }

  /** The page without content, which the client fills in. */
  function shell({ fill, area, pages }: PageTemplate, request: Request, url: URL) {
    const { pathname, search } = url;
    const language = languageOfRequest(request.headers, url);
    const title = productName;
    const [, areaName] = inArea.exec(pathname) ?? [];
    if (!areaName) {
      return keep(language, async () => fill({ language, texts: signInTexts, title }));
    }
    const signedIn = isSignedIn(request);
    const page = signedIn ? pages.get(pathname) : undefined;
    // With parameters, a page may ask for something else.
    const asks = search === '' ? page?.requests : [];
    const first: FirstLoad = {
      scripts: [...area.scripts, ...(page?.scripts ?? [])],
      texts: [...firstTexts, ...(page?.texts ?? [])],
      requests: signedIn ? [...area.requests, ...(asks ?? [])] : [],
    };
    const key = `${language} ${signedIn} ${page ? `${pathname} ${asks?.length}` : areaName}`;
    return keep(key, async () => {
      const skeleton = (await loadRenderer())?.renderer.renderSkeleton(pathname) ?? '';
      return fill({ language, first, skeleton, inlineCss: true, title });
    });
  }

  const isSignedIn = ({ headers }: Request) =>
    readCookieValues(headers, `${prefix}.session_token`).length > 0;

  return {
    /** Answers a GET of a page; undefined where the client is not built. */
    async serve(request: Request, url: URL): Promise<Response | undefined> {
      if (!template) return undefined;
      const vary = 'accept-language, cookie';
      const language = languageOfRequest(request.headers, url);
      const { pathname, search } = url;
      if (rendered.test(pathname) && !isSignedIn(request)) {
        const isPlain = pathname === '/login' && /^(?:\?lng=\w*)?$/.test(search);
        const kept = isPlain ? await login(language) : undefined;
        if (kept) return withLanguage(respond(request, kept, vary), url, language);
        const page = mayRender() ? await render(request, url) : undefined;
        if (page) {
          const headers = { 'content-type': html, 'cache-control': 'private, no-cache' };
          const response = new Response(request.method === 'HEAD' ? null : page, { headers });
          return withLanguage(response, url, language);
        }
      }
      const page = await shell(template, request, url);
      return page && respond(request, page, vary);
    },

    /** The sign-in page at `url` with what a form was refused for; undefined where it is not built. */
    async renderForm(request: Request, url: URL, state: FormState): Promise<string | undefined> {
      return render(request, url, state);
    },
  };
}

/** Stores a language that the URL names, as the client does, for the forms and what follows them. */
function withLanguage(response: Response, url: URL, language: Language): Response {
  if (url.searchParams.get(languageStorageKey) === language) {
    const seconds = languageCookieMinutes * 60;
    const cookie = `${languageStorageKey}=${language}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
    response.headers.append('set-cookie', cookie);
  }
  return response;
}

export type Pages = ReturnType<typeof createPages>;
