import { html } from 'hono/html';
import type { CaughtMail } from './outbox.ts';

const styles = `
  :root { color-scheme: light dark; font: 16px/1.5 "Inter Variable", Inter, system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 40rem; padding: 2rem 1rem; }
  h1 { font-size: 1.5rem; }
  article { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 1rem 0; }
  .code { display: flex; align-items: center; gap: 1rem; margin: .5rem 0; font: 700 2rem/1.2 ui-monospace, monospace; letter-spacing: .2em; }
  .code span { user-select: all; }
  button { min-height: 2.25rem; padding: 0 .75rem; border: 1px solid color-mix(in srgb, currentColor 35%, transparent); border-radius: .5rem; background: none; color: inherit; font: 500 .875rem/1 inherit; letter-spacing: 0; cursor: pointer; }
  .quiet { opacity: .75; font-size: .875rem; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
`;

/**
 * Adds new mails without reloading the page, so that an open text and a selection stay, shows times in
 * the browser's time zone, and takes over the theme that was chosen in the product.
 */
export const devScript = `
const theme = localStorage.getItem('theme');
if (theme === 'dark' || theme === 'light') document.documentElement.style.colorScheme = theme;

const list = document.querySelector('main[data-inbox]');
const format = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

function prepare(article) {
  for (const time of article.querySelectorAll('time')) time.textContent = format.format(new Date(time.dateTime));
  for (const button of article.querySelectorAll('button[data-copy]')) {
    button.hidden = false;
    button.onclick = async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = 'Copy'; }, 2000);
    };
  }
}

async function look() {
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const known = new Set([...list.children].map((each) => each.id));
  const fresh = [...page.querySelectorAll('main > *')].filter((each) => !known.has(each.id));
  for (const each of fresh) prepare(each);
  if (fresh.length > 0) list.querySelector('#none')?.remove();
  list.prepend(...fresh);
}

if (list) {
  for (const article of list.children) prepare(article);
  setInterval(() => document.visibilityState === 'visible' && look(), 2000);
}
`;

/** The dev inbox. Its script shows new mails; without script the page reloads every two seconds. */
export function inboxPage(mails: readonly CaughtMail[]) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<noscript><meta http-equiv="refresh" content="2"></noscript>
<title>Dev inbox</title>
<link rel="icon" href="/favicon.svg">
<style>${styles}</style>
<script type="module" src="/dev/pages.js"></script>
</head>
<body>
<h1>Dev inbox</h1>
<p class="quiet">Emails that would be sent if SMTP_URL were set, newest first. <a href="/dev/mails">Preview all emails</a></p>
<main data-inbox aria-live="polite">
${mails.length === 0 ? html`<p id="none">No emails yet. Request a code on the sign-in page.</p>` : ''}
${mails.map(
  (mail) => html`<article id="${mail.sentAt.getTime()}-${mail.to}">
<div><strong>${mail.subject}</strong></div>
<div class="quiet">to <bdi>${mail.to}</bdi>, <time datetime="${mail.sentAt.toISOString()}">${mail.sentAt.toISOString()}</time></div>
${mail.code ? html`<p class="code"><span>${mail.code}</span><button type="button" hidden data-copy="${mail.code}">Copy</button></p>` : ''}
<details><summary class="quiet">Full text</summary><pre dir="auto">${mail.text}</pre></details>
</article>`,
)}
</main>
</body>
</html>`;
}
