// Blocks the first paint, so that the other theme never flashes by. client/ui/preferences/theme.ts takes over.
try {
  const choice = localStorage.getItem('theme');
  const dark =
    choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.classList.toggle('dark', dark);
} catch {}
