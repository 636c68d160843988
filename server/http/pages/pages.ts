/**
 * Serves the client's pages. The sign-in pages are rendered here, so that they paint and work before
 * their script loads (docs/decisions/010). The client fills in the others.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { html as escaped } from 'hono/html';
import { cookiePrefix, readCookieValues } from '#server/http/headers.ts';
import { languageOfRequest } from '#server/i18n.ts';
import { loadOnce } from '#server/load-once.ts';
import type { Log } from '#server/log/log.ts';
import type { Settings } from '#server/settings.ts';
import { type Language, languageCookieMinutes, languageStorageKey } from '#shared/languages.ts';
import { type FirstLoad, type PageTemplate, readPageTemplate } from './page-template.ts';
import { respond, type StaticFile, toStaticFile } from './static-files.ts';

/** The module built by vite.pages.config.ts. */
type Renderer = {
  renderLogin(url: URL, data: object): Promise<{ html: string; title: string } | undefined>;
  renderSkeleton(pathname: string): string;
  pageDataId: string;
  sessionQuery: string;
};

/** State of a rejected form. */
export type FormState = {
  failure?: { code: string; requestId?: string; retryAfter?: number };
  email?: string;
};

type PagesDeps = {
  folder: string;
  settings: Settings;
  log: Log;
  /** Answers the client's session query for an anonymous viewer. */
  querySetup(query: string): Promise<unknown>;
};

const html = 'text/html; charset=utf-8';
/** Pages with a query string are rendered per request, which takes 2 ms. Beyond this rate, the client renders them. */
const rendersPerSecond = 50;
const rendered = /^\/login(?:\/verify)?$/;
/** Text namespaces of every page, and of pages outside the areas. */
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

  async function readRenderer() {
    const file = join(folder, '..', 'pages', 'render-login.js');
    if (!existsSync(file)) return undefined;
    const renderer: Renderer = await import(pathToFileURL(file).href);
    return { renderer, setup: await querySetup(renderer.sessionQuery) };
  }
  const load = loadOnce(readRenderer);
  /** Loaded with the first sign-in page. Undefined if it isn't built or can't be loaded. */
  const loadRenderer = () =>
    load().catch((error: unknown) => log.error({ err: error }, 'pages.failed'));

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

  /** Renders a page once, so that it is also compressed once. */
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

  /** /login without a query, per language. Nothing from the request, such as its Host, may enter the cache. */
  function login(language: Language): Promise<StaticFile | undefined> {
    const url = new URL('/login', settings.baseUrl);
    url.searchParams.set('lng', language);
    return keep(`login ${language}`, () => render(new Request(url), url, { inlineCss: true }));
  }

  /** The empty page, which the client fills in. */
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
    // With query parameters, a page may request something else.
    const asks = search === '' ? page?.requests : [];
    const first: FirstLoad = {
      scripts: [...area.scripts, ...(page?.scripts ?? [])],
      requests: signedIn ? [...area.requests, ...(asks ?? [])] : [],
    };
    const key = `${language} ${signedIn} ${page ? `${pathname} ${asks?.length}` : areaName}`;
    return keep(key, async () => {
      const skeleton = (await loadRenderer())?.renderer.renderSkeleton(pathname) ?? '';
      const texts = [...firstTexts, 'area'];
      return fill({ language, texts, first, skeleton, inlineCss: true, title });
    });
  }

  const isSignedIn = ({ headers }: Request) =>
    readCookieValues(headers, `${prefix}.session_token`).length > 0;

  return {
    /** Serves a page. Returns undefined if the client isn't built. */
    async serve(request: Request, url: URL): Promise<Response | undefined> {
      if (!template) return undefined;
      const vary = 'accept-language, cookie';
      const language = languageOfRequest(request.headers, url);
      const { pathname, search } = url;
      if (rendered.test(pathname) && !isSignedIn(request)) {
        const isPlain = pathname === '/login' && /^(?:\?lng=\w*)?$/.test(search);
        const kept = isPlain ? await login(language) : undefined;
        if (kept) return withLanguage(respond(request, kept, { vary }), url, language);
        const page = mayRender() ? await render(request, url) : undefined;
        if (page) {
          const headers = { 'content-type': html, 'cache-control': 'private, no-cache' };
          const response = new Response(request.method === 'HEAD' ? null : page, { headers });
          return withLanguage(response, url, language);
        }
      }
      const page = await shell(template, request, url);
      return (
        page && respond(request, page, { vary, status: template.hasPage(pathname) ? 200 : 404 })
      );
    },

    /** Renders the sign-in page at `url` with the error of a rejected form. Returns undefined if it isn't built. */
    renderForm: render,
  };
}

/** Stores a language named in the URL, like the client does, for the forms and later requests. */
function withLanguage(response: Response, url: URL, language: Language): Response {
  if (url.searchParams.get(languageStorageKey) === language) {
    const seconds = languageCookieMinutes * 60;
    const cookie = `${languageStorageKey}=${language}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
    response.headers.append('set-cookie', cookie);
  }
  return response;
}

export type Pages = ReturnType<typeof createPages>;
