/** Fills in the built index.html for a language and a page. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '#shared/languages.ts';

/** Resources that a page needs first, besides the ones that every page needs. */
export type FirstLoad = { scripts: string[]; requests: object[] };

/** Built files of the client, as paths from the site's root. Written by client/build/pages.ts. */
export type ClientFiles = {
  /** First segments of the URLs of pages. */
  roots: readonly string[];
  css: string;
  /** Scripts of the sign-in page. */
  login: readonly string[];
  /** For every page of an area; `pages` adds to it by path. */
  area: FirstLoad;
  pages: Record<string, FirstLoad>;
  texts: Record<string, Record<string, string>>;
  /** By script: `latin` or `arabic`. */
  fonts: Record<string, string>;
};

/** Content of a page. HTML, except for the preloaded paths. */
export type PageContent = {
  language: Language;
  /** Text namespaces that the page loads. Inlined with `first`, which saves requests. */
  texts: readonly string[];
  /** What the page needs first. */
  first?: FirstLoad;
  /** Whether to inline the style sheet, which saves a round trip before the first paint. */
  inlineCss?: boolean;
  title?: string;
  skeleton?: string;
  /** The rendered page, which works without JavaScript. */
  body?: string;
};

const script = /<script>([\s\S]*?)<\/script>/g;

function read(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  return name && existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Replaces a required part of index.html. @throws {Error} if it is missing */
function replace(html: string, part: string | RegExp, next: string): string {
  if (html.search(part) < 0) throw new Error(`dist/client/index.html lacks ${part}`);
  return html.replace(part, () => next);
}

/** CSP sources for the inline scripts of the built index.html. */
export function inlineScriptHashes(folder: string): string[] {
  const scripts = (read(folder, 'index.html') ?? '').matchAll(script);
  return [...scripts].map(([, content = '']) => {
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}

function dataElement(id: string, data: unknown): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Reads the built index.html and its file list. Returns undefined if the client isn't built. */
export function readPageTemplate(folder: string) {
  const template = read(folder, 'index.html');
  const list = read(folder, 'files.json');
  if (!template || !list) return undefined;
  const files: ClientFiles = JSON.parse(list);
  const css = read(folder, files.css) ?? '';

  const textPath = (language: Language, namespace: string) =>
    files.texts[language]?.[namespace] ?? '';

  function textsElement(language: Language, namespaces: readonly string[]): string {
    const texts = namespaces.flatMap((namespace) => {
      const text = read(folder, textPath(language, namespace));
      return text ? [[namespace, JSON.parse(text)]] : [];
    });
    return dataElement('page-texts', { language, namespaces: Object.fromEntries(texts) });
  }

  function firstParts({ scripts, requests }: FirstLoad): string[] {
    const preloads = scripts.map((path) => `<link rel="modulepreload" crossorigin href="${path}">`);
    return requests.length > 0 ? [dataElement('first-requests', requests), ...preloads] : preloads;
  }

  function preloads({ language, texts }: PageContent): string[] {
    const font = files.fonts[languages[language].direction === 'rtl' ? 'arabic' : 'latin'];
    return [
      ...texts.map(
        (name) => `<link rel="preload" as="fetch" crossorigin href="${textPath(language, name)}">`,
      ),
      // Last and at low priority, because the page is first painted in a local font.
      `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="${font}">`,
    ];
  }

  const fill = (content: PageContent): string => {
    const { language, texts, first, inlineCss, title, skeleton = '', body } = content;
    const { direction, fontScale } = languages[language];
    const style = fontScale === 1 ? '' : ` style="--font-scale:${fontScale}"`;
    let html = replace(
      template,
      '<html lang="en" dir="ltr">',
      `<html lang="${language}" dir="${direction}"${style}>`,
    );
    // If scripts paint the page, a font would only compete with them for bandwidth.
    const head = first ? firstParts(first) : preloads(content);
    html = replace(html, '<!--head-->', head.join(''));
    if (inlineCss) {
      html = replace(html, /<link rel="stylesheet"[^>]*>/, `<style>${css}</style>`);
    }
    if (title) html = replace(html, /<title>.*?<\/title>/, `<title>${title}</title>`);
    if (first) html = replace(html, '</body>', `${textsElement(language, texts)}</body>`);
    if (!body) return replace(html, '<!--page-->', skeleton);
    html = replace(html, /<noscript>[\s\S]*?<\/noscript>/, '');
    return replace(html, '<div id="root"><!--page--></div>', body);
  };

  const { area, pages, roots } = files;
  /** Whether the client may have a page there. It shows its page of errors for others. */
  const hasPage = (pathname: string) => {
    const [, root = ''] = pathname.split('/');
    return root === '' || roots.includes(root);
  };
  return { fill, area, pages: new Map(Object.entries(pages)), hasPage };
}

export type PageTemplate = NonNullable<ReturnType<typeof readPageTemplate>>;
