/** The built index.html, filled in for a language and a page. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languages } from '#shared/languages.ts';

/** Written by client/build-pages.ts. */
type ClientFiles = {
  css: string;
  area: string[];
  texts: Record<string, Record<string, string>>;
  fonts: Record<string, string>;
};

/** What a page is filled with; HTML, except for the preloaded paths. */
export type PageContent = {
  language: Language;
  /** Namespaces of the texts that the page needs. */
  texts: string[];
  /** Whether the page is one of an area, which needs more code. */
  inArea?: boolean;
  /** Whether the style sheet is part of the page, which saves a round trip before the first paint. */
  inlineCss?: boolean;
  title?: string;
  body?: string;
};

const script = /<script>([\s\S]*?)<\/script>/g;

function read(folder: string, name: string): string | undefined {
  const path = join(folder, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** Replaces what index.html must hold. @throws {Error} if it does not */
function replace(html: string, part: string | RegExp, next: string): string {
  if (html.search(part) < 0) throw new Error(`dist/client/index.html lacks ${part}`);
  return html.replace(part, () => next);
}

/** Sources of the inline scripts in the built index.html, for the content security policy. */
export function inlineScriptHashes(folder: string): string[] {
  const scripts = (read(folder, 'index.html') ?? '').matchAll(script);
  return [...scripts].map(([, content = '']) => {
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}

/** Returns a function that fills in index.html, or undefined where the client is not built. */
export function readPageTemplate(folder: string) {
  const template = read(folder, 'index.html');
  const list = read(folder, 'files.json');
  if (!template || !list) return undefined;
  const files: ClientFiles = JSON.parse(list);
  const css = read(folder, files.css) ?? '';

  function preloads({ language, texts, inArea }: PageContent): string[] {
    const font = files.fonts[languages[language].direction === 'rtl' ? 'arabic' : 'latin'];
    return [
      ...(inArea ? files.area : []).map(
        (path) => `<link rel="modulepreload" crossorigin href="${path}">`,
      ),
      ...texts.map((namespace) => {
        const path = files.texts[language]?.[namespace];
        return `<link rel="preload" as="fetch" crossorigin href="${path}">`;
      }),
      // Last and of low priority: the page is painted in a local font first.
      `<link rel="preload" as="font" type="font/woff2" crossorigin fetchpriority="low" href="${font}">`,
    ];
  }

  return function fill(content: PageContent): string {
    const { language, inlineCss, title, body } = content;
    const { direction, fontScale } = languages[language];
    const style = fontScale === 1 ? '' : ` style="--font-scale:${fontScale}"`;
    let html = replace(
      template,
      '<html lang="en" dir="ltr">',
      `<html lang="${language}" dir="${direction}"${style}>`,
    );
    html = replace(html, '<!--head-->', preloads(content).join(''));
    if (inlineCss) {
      html = replace(html, /<link rel="stylesheet"[^>]*>/, `<style>${css}</style>`);
    }
    if (title) html = replace(html, /<title>.*?<\/title>/, `<title>${title}</title>`);
    if (!body) return html;
    // A rendered page works without script.
    html = replace(html, /<noscript>[\s\S]*?<\/noscript>/, '');
    return replace(html, '<div id="root"><!--page--></div>', body);
  };
}

export type FillPage = NonNullable<ReturnType<typeof readPageTemplate>>;
