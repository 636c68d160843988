import { html } from 'hono/html';
import type { CaughtMail } from './outbox.ts';

const styles = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 40rem; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; }
  article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1rem 0; }
  .code { font: 700 2rem/1.2 ui-monospace, monospace; letter-spacing: .2em; user-select: all; }
  .quiet { opacity: .7; font-size: .875rem; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
`;

/** The dev inbox. Reloads every two seconds. */
export function inboxPage(mails: readonly CaughtMail[]) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="2">
<title>Dev inbox</title>
<link rel="icon" href="/favicon.svg">
<style>${styles}</style>
</head>
<body>
<h1>Dev inbox</h1>
<p class="quiet">Emails that would be sent if SMTP_URL were set, newest first. <a href="/dev/mails">Preview all emails</a></p>
${mails.length === 0 ? html`<p>No emails yet. Request a code on the sign-in page.</p>` : ''}
${mails.map(
  (mail) => html`<article>
<div><strong>${mail.subject}</strong></div>
<div class="quiet">to <bdi>${mail.to}</bdi>, <time>${mail.sentAt.toISOString()}</time></div>
<p class="code">${mail.code}</p>
<details><summary class="quiet">Full text</summary><pre dir="auto">${mail.text}</pre></details>
</article>`,
)}
</body>
</html>`;
}
