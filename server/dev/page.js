/**
 * Script of the pages under /dev. Adds new emails without reloading, because a reload would close open emails and lose
 * the selection.
 */

const pollIntervalMs = 2_000;

async function showMail(article) {
  const frame = article.querySelector('iframe');
  if (frame.srcdoc) return;
  const response = await fetch(`/dev/inbox.json?to=${encodeURIComponent(article.dataset.to)}`);
  const mails = await response.json();
  frame.srcdoc = mails.find((mail) => Date.parse(mail.sentAt) === Number(article.dataset.at))?.html;
}

function prepare(article) {
  const time = article.querySelector('time');
  time.textContent = new Date(time.dateTime).toLocaleTimeString();
  const button = article.querySelector('button[data-copy]');
  if (button) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), pollIntervalMs);
    });
  }
  article.querySelector('details')?.addEventListener('toggle', () => void showMail(article));
}

const inbox = document.querySelector('[data-inbox]');

async function look() {
  const response = await fetch(location.href).catch(() => null);
  if (!response?.ok) return;
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  const known = new Set([...inbox.children].map((each) => each.id));
  const fresh = [...page.querySelectorAll('[data-inbox] > article')].filter(
    (each) => !known.has(each.id),
  );
  for (const each of fresh) prepare(each);
  if (fresh.length > 0) inbox.querySelector('#none')?.remove();
  inbox.prepend(...fresh);
}

if (inbox) {
  for (const article of inbox.querySelectorAll('article')) prepare(article);
  setInterval(() => document.visibilityState === 'visible' && look(), pollIntervalMs);
}
