/** Serves the API guides in docs/guides as pages, with the URLs of this installation. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { html, raw } from 'hono/html';
import { respond, type StaticFile, toStaticFile } from '#server/http/pages/static-files.ts';
import { loadOnce } from '#server/load-once.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';

export const apiGuidePath = '/api/graphql/guide';

/** Guides by page name, in the order of the menu. */
const guides: Record<string, { file: string; label: string }> = {
  '': { file: 'api.md', label: 'Start' },
  errors: { file: 'api-errors.md', label: 'Errors' },
  limits: { file: 'limits.md', label: 'Limits' },
  versions: { file: 'api-versions.md', label: 'Versions' },
};

const pathOf = (page: string) => (page ? `${apiGuidePath}/${page}` : apiGuidePath);

/** Base URL in the guides' examples, replaced with the installation's. */
const example = 'http://localhost:3000';

/** Rewrites a link in a guide. Returns undefined for repository files that aren't served. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  if (href === '#schema.graphql') return '/api/graphql/schema.graphql';
  const [file, hash] = href.split('#');
  const page = Object.keys(guides).find((name) => guides[name]?.file === file);
  if (page === undefined) return undefined;
  return `${pathOf(page)}${hash ? `#${hash}` : ''}`;
}

/** The heading's ID on GitHub. */
const idOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

/** Renders a guide and its contents. We wrote its Markdown, so its HTML is trusted. */
async function render(path: string, baseUrl: string) {
  const { Marked } = await import('marked');
  const text = await readFile(path, 'utf8');
  let title = '';
  const contents: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const content = this.parser.parseInline(tokens);
        const id = idOf(heading);
        if (depth === 1) title = content;
        if (depth === 2) contents.push(`<li><a href="#${id}">${content}</a></li>`);
        return `<h${depth} id="${id}">${content}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const content = this.parser.parseInline(tokens);
        const address = addressOf(href);
        return address ? `<a href="${address}">${content}</a>` : content;
      },
    },
  });
  const content = marked.parse(text.replaceAll(example, new URL(baseUrl).origin), { async: false });
  return { title, contents: contents.join('\n'), content };
}

const menuItem = (page: string, shown: string) =>
  html`<a href="${pathOf(page)}"${raw(page === shown ? ' aria-current="page"' : '')}>${guides[page]?.label}</a>`;

async function pageOf(name: string, path: string, settings: Settings): Promise<StaticFile> {
  const { title, contents, content } = await render(path, settings.baseUrl);
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
<header>
<a class="home" href="/"><img src="/favicon.svg" alt="" width="24" height="24">${settings.appName}</a>
<a href="/api/graphql">API documentation</a>
<nav aria-label="Guides">${Object.keys(guides).map((page) => menuItem(page, name))}</nav>
</header>
<main>
<details class="contents"><summary>Contents</summary><ol>
${raw(contents)}
</ol></details>
${raw(content)}
</main>
<script src="/api-docs/guide.js"></script>
</body>
</html>`;
  return toStaticFile(Buffer.from(String(page)), 'text/html; charset=utf-8');
}

/** Serves the guides, each rendered once. */
export function createApiGuide(settings: Settings) {
  const pages = new Map<string, () => Promise<StaticFile>>();
  return async function serve(request: Request, name: string): Promise<Response | undefined> {
    const guide = Object.hasOwn(guides, name) ? guides[name] : undefined;
    const path = fromRoot('docs', 'guides', guide?.file ?? '');
    if (!guide || !existsSync(path)) return undefined;
    const page = pages.get(name) ?? loadOnce(() => pageOf(name, path, settings));
    pages.set(name, page);
    return respond(request, await page());
  };
}
