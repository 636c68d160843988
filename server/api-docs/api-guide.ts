/** Serves the API guides in docs/guides as pages, with the URLs of this installation. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { html, raw } from 'hono/html';
import { respond, type StaticFile, toStaticFile } from '#server/http/pages/static-files.ts';
import { loadOnce } from '#server/load-once.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';

export const apiGuidePath = '/api/graphql/guide';

/** Guide files by page name. */
const files: Record<string, string> = {
  '': 'api.md',
  errors: 'api-errors.md',
  limits: 'limits.md',
  versions: 'api-versions.md',
};

/** Base URL in the guides' examples, replaced with the installation's. */
const example = 'http://localhost:3000';

/** Rewrites a link in a guide. Returns undefined for repository files that aren't served. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  if (href === '#schema.graphql') return '/api/graphql/schema.graphql';
  const [file, hash] = href.split('#');
  const [page] = Object.entries(files).find(([, name]) => name === file) ?? [];
  if (page === undefined) return undefined;
  return `${apiGuidePath}${page && `/${page}`}${hash ? `#${hash}` : ''}`;
}

/** The heading's ID on GitHub. */
const idOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/** Renders a guide. We wrote its Markdown, so its HTML is trusted. */
async function render(path: string, baseUrl: string): Promise<string> {
  const { Marked } = await import('marked');
  const text = await readFile(path, 'utf8');
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${idOf(title)}">${content}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address ? `<a href="${address}">${content}</a>` : content;
      },
    },
  });
  return marked.parse(text.replaceAll(example, new URL(baseUrl).origin), { async: false });
}

async function pageOf(path: string, settings: Settings): Promise<StaticFile> {
  const content = await render(path, settings.baseUrl);
  const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/.exec(content) ?? [];
  const page = await html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${raw(title)} · ${settings.appName}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api-docs/guide.css">
</head>
<body>
<nav><a href="/api/graphql">API documentation</a></nav>
<main>${raw(content)}</main>
</body>
</html>`;
  return toStaticFile(Buffer.from(String(page)), 'text/html; charset=utf-8');
}

/** Serves the guides, each rendered once. */
export function createApiGuide(settings: Settings) {
  const pages = new Map<string, () => Promise<StaticFile>>();
  return async function serve(request: Request, name: string): Promise<Response | undefined> {
    const file = Object.hasOwn(files, name) ? files[name] : undefined;
    const path = fromRoot('docs', 'guides', file ?? '');
    if (!file || !existsSync(path)) return undefined;
    const page = pages.get(name) ?? loadOnce(() => pageOf(path, settings));
    pages.set(name, page);
    return respond(request, await page());
  };
}
