// Inline in every page, before the first paint: sets the theme (client/ui/preferences/theme.ts), and hides a
// page in a language not chosen here. security-headers.ts allows it by its hash.
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
