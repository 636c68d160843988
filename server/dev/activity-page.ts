import { html } from 'hono/html';
import type { CaughtMail } from '#server/mail/outbox.ts';
import type { RecentRequest } from './recent-requests.ts';
import { devPage } from './shell.ts';

const css = `
.columns { display: grid; gap: 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 32rem), 1fr)); align-items: start; }
.card { border: 1px solid var(--line); border-radius: .75rem; background: var(--raised); overflow: hidden; }
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
table { border-collapse: collapse; inline-size: 100%; font-variant-numeric: tabular-nums; }
.scroll { overflow-x: auto; }
th { text-align: start; font-weight: 500; color: var(--muted); background: var(--sunken); }
th, td { padding: .5rem .75rem; white-space: nowrap; }
td { border-block-start: 1px solid var(--line); }
td:nth-child(2) { inline-size: 100%; max-inline-size: 1px; overflow: hidden; text-overflow: ellipsis; min-inline-size: 10rem; }
:is(th, td):nth-child(n+3) { text-align: end; }
.failed { color: var(--danger); font-weight: 500; }
`;

const when = (date: Date) =>
  html`<time class="quiet" datetime="${date.toISOString()}">${date.toISOString()}</time>`;

function inboxEntry({ subject, to, sentAt, code, text }: CaughtMail) {
  return html`<article id="${sentAt.getTime()}-${to}" data-to="${to}" data-at="${sentAt.getTime()}">
<div class="line"><strong dir="auto">${subject}</strong>${when(sentAt)}</div>
<div class="quiet">to <bdi>${to}</bdi></div>
${code ? html`<p class="code"><span>${code}</span><button type="button" hidden data-copy="${code}">Copy</button></p>` : ''}
<details><summary class="quiet">Whole email</summary><iframe sandbox title="${subject}"></iframe><pre dir="auto">${text}</pre></details>
</article>`;
}

function requestRow({ at, operation, method, path, status, sql, points, ms }: RecentRequest) {
  return html`<tr><td>${when(at)}</td><td title="${method} ${path}">${operation ?? `${method} ${path}`}</td>
<td class="${status >= 400 ? 'failed' : ''}">${status}</td><td>${sql ?? 0}</td><td>${points ?? ''}</td><td>${ms}</td></tr>`;
}

export function activityPage(mails: readonly CaughtMail[], requests: readonly RecentRequest[]) {
  return devPage({
    path: '/dev',
    title: 'Inbox and requests',
    css,
    live: true,
    body: html`<p class="quiet">Emails stay on this machine until SMTP_URL is set. Both lists follow what happens in the product.</p>
<div class="columns">
<section aria-labelledby="inbox"><h2 id="inbox">Inbox</h2>
<div class="card" data-inbox aria-live="polite">
${mails.length === 0 ? html`<p id="none">No emails yet. Request a code on the <a href="/login">sign-in page</a>.</p>` : ''}
${mails.map(inboxEntry)}
</div></section>
<section aria-labelledby="requests"><h2 id="requests">Recent requests</h2>
<div class="card scroll" tabindex="0" role="region" aria-labelledby="requests"><table>
<thead><tr><th scope="col">When</th><th scope="col">Operation</th><th scope="col">Status</th><th scope="col">SQL</th><th scope="col">Points</th><th scope="col">ms</th></tr></thead>
<tbody data-requests="${requests[0]?.requestId ?? ''}">${requests.map(requestRow)}</tbody>
</table></div>
<p class="quiet">SQL is the number of statements, points are those of the API’s cost limit, ms the time until the answer was written.</p></section>
</div>`,
  });
}
