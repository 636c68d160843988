import { readFileSync } from 'node:fs';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { languageOfRequest } from '#server/i18n.ts';
import type { CaughtMail, Outbox } from '#server/mail/outbox.ts';
import type { Templates } from '#server/mail/templates.ts';
import { fromRoot } from '#server/root.ts';
import type { Settings } from '#server/settings.ts';
import { serveGallery } from './gallery.ts';
import { mailsPage } from './mails-page.ts';
import { devPage } from './shell.ts';

const inboxStyles = `
.card { max-inline-size: 48rem; border: 1px solid var(--line); border-radius: .75rem; background: var(--raised); overflow: hidden; }
article { padding: 1rem; border-block-start: 1px solid var(--line); }
article:first-child { border: 0; }
#none { margin: 0; padding: 2.5rem 1rem; text-align: center; color: var(--muted); max-inline-size: none; }
.line { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.code { display: flex; align-items: center; gap: 1rem; max-inline-size: none; margin: .5rem 0; padding: .75rem 1rem; border-radius: .5rem; background: var(--soft); color: var(--accent); font: 600 1.5rem/1.5 ui-monospace, monospace; letter-spacing: .2em; }
.code span { user-select: all; margin-inline-end: auto; }
button { font: 500 .875rem/1 "Inter Variable", system-ui, sans-serif; letter-spacing: 0; }
summary { cursor: pointer; width: fit-content; min-block-size: 1.75rem; }
iframe { display: block; border: 1px solid var(--line); border-radius: .5rem; inline-size: 100%; block-size: 32rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
`;

function inboxEntry({ subject, to, sentAt, code, text }: CaughtMail) {
  return html`<article id="${sentAt.getTime()}-${to}" data-to="${to}" data-at="${sentAt.getTime()}">
<div class="line"><strong dir="auto">${subject}</strong><time class="quiet" datetime="${sentAt.toISOString()}">${sentAt.toISOString()}</time></div>
<div class="quiet">to <bdi>${to}</bdi></div>
${code ? html`<p class="code"><span>${code}</span><button type="button" hidden data-copy="${code}">Copy</button></p>` : ''}
<details><summary class="quiet">Whole email</summary><iframe sandbox title="${subject}"></iframe><pre dir="auto">${text}</pre></details>
</article>`;
}

function inboxPage(mails: readonly CaughtMail[]) {
  return devPage({
    path: '/dev',
    title: 'Inbox',
    css: inboxStyles,
    live: true,
    body: html`<p class="quiet">Emails stay on this machine until SMTP_URL is set.</p>
<div class="card" data-inbox aria-live="polite">
${mails.length === 0 ? html`<p id="none">No emails yet. Request a code on the <a href="/login">sign-in page</a>.</p>` : ''}
${mails.map(inboxEntry)}
</div>`,
  });
}

type DevPagesDeps = { outbox: Outbox; templates: Templates; settings: Settings };

/** Pages under /dev: inbox, previews of emails, and more. Local mode only. */
export function createDevPages(deps: DevPagesDeps) {
  const { outbox } = deps;
  const pages = new Hono();
  const script = readFileSync(fromRoot('server', 'dev', 'page.js'), 'utf8');
  for (const path of ['/', '/inbox'])
    pages.get(path, async (context) => context.html(inboxPage(await outbox.caught())));
  pages.get('/inbox.json', async (context) =>
    context.json(await outbox.caught(context.req.query('to'))),
  );
  pages.get('/pages.js', (context) =>
    context.body(script, 200, { 'content-type': 'text/javascript; charset=utf-8' }),
  );
  pages.get('/mails', ({ html, req }) =>
    html(mailsPage(deps, languageOfRequest(req.raw.headers, new URL(req.url)))),
  );
  serveGallery(pages);
  return pages;
}
