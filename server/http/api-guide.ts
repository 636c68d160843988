/** The guides for programmers of docs/guides as pages, with the addresses of this installation. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { html, raw } from 'hono/html';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';
import { guideWithoutOrganizations } from './guide-without-organizations.ts';

export const apiGuidePath = '/api/graphql/guide';

/** The served guides, by the name of their page. */
const files: Record<string, string> = {
  '': 'api.md',
  errors: 'api-errors.md',
  limits: 'limits.md',
  versions: 'api-versions.md',
};

/** The address of the product in the guides' examples. */
const example = 'http://localhost:3000';

/** Where a link of a guide leads; undefined for a file of the repository that is not served. */
function addressOf(href: string): string | undefined {
  if (/^(https?:|#)/.test(href)) return href;
  if (href === '../../schema.graphql') return '/api/graphql/schema.graphql';
  const [file, hash] = href.split('#');
  const [page] = Object.entries(files).find(([, name]) => name === file) ?? [];
  if (page === undefined) return undefined;
  return `${apiGuidePath}${page && `/${page}`}${hash ? `#${hash}` : ''}`;
}

/** GitHub's ID of a heading. */
const idOf = (title: string) =>
  title
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

const rendered = new Map<string, Promise<string>>();

/** Renders a guide, once. Its Markdown is ours, so its HTML is trusted. */
async function render(
  path: string,
  settings: Settings,
  printContract: () => string,
): Promise<string> {
  const { Marked } = await import('marked');
  const whole = await readFile(path, 'utf8');
  const text = settings.organizations ? whole : guideWithoutOrganizations(whole, printContract());
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
  return marked.parse(text.replaceAll(example, new URL(settings.baseUrl).origin), { async: false });
}

/** A guide as an HTML page; undefined where there is none of this name. `printContract` prints the served schema. */
export async function apiGuidePage(name: string, settings: Settings, printContract: () => string) {
  const file = Object.hasOwn(files, name) ? files[name] : undefined;
  const path = fromRoot('docs', 'guides', file ?? '');
  if (!file || !existsSync(path)) return undefined;
  const content = rendered.get(file) ?? render(path, settings, printContract);
  rendered.set(file, content);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>API guide · ${settings.appName}</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/graphiql/guide.css">
</head>
<body>
<nav><a href="/api/graphql">API documentation</a></nav>
<main>${raw(await content)}</main>
</body>
</html>`;
}
