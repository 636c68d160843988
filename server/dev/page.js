/**
 * Script of the pages under /dev. Applies the theme chosen in the product. Adds new emails without reloading,
 * because a reload would close open emails and lose the selection.
 */

const pollIntervalMs = 2_000;
const minute = 60_000;

const theme = document.querySelector('#theme');
theme.hidden = false;
theme.value = localStorage.getItem('theme') ?? 'system';
function applyTheme() {
  document.documentElement.style.colorScheme = theme.value === 'system' ? '' : theme.value;
}
theme.addEventListener('change', () => {
  localStorage.setItem('theme', theme.value);
  applyTheme();
});
applyTheme();

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function timeText(milliseconds) {
  const seconds = Math.trunc(milliseconds / 1_000);
  if (seconds > -60) return relative.format(seconds, 'second');
  if (seconds > -3_600) return relative.format(Math.trunc(seconds / 60), 'minute');
  if (seconds > -86_400) return relative.format(Math.trunc(seconds / 3_600), 'hour');
  return relative.format(Math.trunc(seconds / 86_400), 'day');
}

function showTimes() {
  for (const time of document.querySelectorAll('time')) {
    const date = new Date(time.dateTime);
    time.title = exact.format(date);
    time.textContent = timeText(Math.min(0, date - Date.now()));
  }
}

async function showMail(article) {
  const frame = article.querySelector('iframe');
  if (frame.srcdoc) return;
  const response = await fetch(`/dev/inbox.json?to=${encodeURIComponent(article.dataset.to)}`);
  const mails = await response.json();
  frame.srcdoc = mails.find((mail) => Date.parse(mail.sentAt) === Number(article.dataset.at))?.html;
}

function prepare(article) {
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
  showTimes();
}

showTimes();
if (inbox) {
  for (const article of inbox.querySelectorAll('article')) prepare(article);
  setInterval(() => document.visibilityState === 'visible' && look(), pollIntervalMs);
} else setInterval(showTimes, minute);
