// Inline in every page. security-headers.ts allows it by its hash.

// Runs before the first paint: sets the theme (client/ui/preferences/theme.ts), and hides the page if the server didn't
// know the language stored in this browser.
try {
  const root = document.documentElement;
  const choice = localStorage.getItem('theme');
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.classList.toggle('dark', dark);
  const language = localStorage.getItem('lng');
  const told = /(?:^|; )lng=/.test(document.cookie) || /[?&]lng=/.test(location.search);
  if (language && language !== root.lang && !told) root.classList.add('other-language');
} catch {}

globalThis.showUnreachable = () => {
  const { content } = document.querySelector('template');
  const page = content.querySelector(`[lang=${document.documentElement.lang}]`);
  document.getElementById('root').replaceChildren(page.cloneNode(true));
  addEventListener('online', () => location.reload());
};

// A script of the page, not of another site, failed to load. Rendered pages have no `noscript` and work without scripts.
addEventListener(
  'error',
  ({ target }) => {
    const isOwn = target.tagName === 'SCRIPT' && target.src.startsWith(location.origin);
    if (isOwn && document.querySelector('noscript')) showUnreachable();
  },
  true,
);
