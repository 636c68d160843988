import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Copies the colours of client/styles/tokens.css, so these pages work without a client build. */
const styles = `
@font-face { font-family: "Inter Variable"; font-weight: 100 900; font-display: swap; src: url(/api-docs/inter.woff2) format("woff2"); }
:root { color-scheme: light dark; font: 14px/1.5 "Inter Variable", system-ui, sans-serif;
  --surface: light-dark(#fbf9fb, #151116); --raised: light-dark(#fff, #1f1a1f); --sunken: light-dark(#f4f1f4, #0f0c10);
  --text: light-dark(#231b23, #efebef); --muted: light-dark(#625963, #aea6ae); --line: light-dark(#e2dee3, #332c34);
  --accent: light-dark(#792878, #eab2e7); --soft: light-dark(#f7e7f6, #3b223a); --danger: light-dark(#b3261e, #ff9a90); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--surface); color: var(--text); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: .25rem; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1rem; padding: .5rem 1.5rem; border-block-end: 1px solid var(--line); background: var(--raised); }
.top svg { inline-size: 1.5rem; block-size: 1.5rem; display: block; }
.top strong { display: flex; align-items: center; gap: .5rem; font-size: 1rem; }
.top nav { display: flex; flex-wrap: wrap; gap: .25rem; margin-inline-end: auto; }
.top nav a { display: grid; place-items: center; min-block-size: 2.25rem; padding-inline: .75rem; border-radius: .5rem; color: var(--muted); text-decoration: none; }
.top nav a:hover { background: var(--soft); }
.top nav a[aria-current] { background: var(--soft); color: var(--accent); font-weight: 500; }
button { min-block-size: 2.25rem; padding-inline: .75rem; border: 1px solid color-mix(in oklab, var(--muted) 55%, var(--line)); border-radius: .5rem; background: var(--raised); color: inherit; font: inherit; cursor: pointer; }
main { max-inline-size: 96rem; margin-inline: auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; line-height: 2rem; margin: 0; letter-spacing: -.01em; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
.quiet { color: var(--muted); overflow-wrap: anywhere; }
p { margin: .25rem 0 1rem; max-inline-size: 72ch; }
@media (pointer: coarse) { .top nav a, button { min-block-size: 2.75rem; } }
`;

const links = [
  ['/dev', 'Inbox'],
  ['/dev/mails', 'Emails'],
  ['/dev/components', 'Components'],
] as const;

const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true"><path fill="#7b2d74" d="M3 30V16a13 13 0 0 1 26 0v14z"/><path fill="#ffd98a" d="M10 30V16a6 6 0 0 1 12 0v14z"/></svg>`;

type DevPage = {
  path: (typeof links)[number][0];
  title: string;
  css: string;
  /** Reload every two seconds if JavaScript is disabled. */
  live?: boolean;
  body: HtmlEscapedString | Promise<HtmlEscapedString>;
};

export function devPage({ path, title, css, live = false, body }: DevPage) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${live ? html`<noscript><meta http-equiv="refresh" content="2"></noscript>` : ''}
<title>${title}</title>
<link rel="icon" href="/favicon.svg">
<style>${raw(styles + css)}</style>
<script type="module" src="/dev/pages.js"></script>
</head>
<body>
<header class="top">
<strong>${mark}Development</strong>
<nav aria-label="Development">${links.map(
    ([href, label]) =>
      html`<a href="${href}" ${href === path ? raw('aria-current="page"') : ''}>${label}</a>`,
  )}<a href="/login">Product</a><a href="/api/graphql">API</a></nav>
</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>`;
}
