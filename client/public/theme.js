// Runs before the first paint, so that the wrong theme never flashes. See client/ui/preferences/theme.ts.
try {
  const choice = localStorage.getItem('theme');
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
} catch {}
