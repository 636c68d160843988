/**
 * /dev/components: the UI's components, in the language and theme chosen there. In English, like all pages for
 * developers. Built by vite.gallery.config.ts.
 */
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import { ConfirmRoot } from '#client/ui/overlay/confirm-dialog.tsx';
import { Toaster } from '#client/ui/overlay/toaster.tsx';
import { LanguageSwitcher, ThemeSwitcher } from '#client/ui/preferences/preferences.tsx';
import { chooseTheme, themeChoice, watchTheme } from '#client/ui/preferences/theme.ts';
import { Samples } from './samples.tsx';

// Needed because this page has no script in its head that applies the theme.
chooseTheme(themeChoice.get());
watchTheme();
await loadNamespaces(['list', 'date', 'repository', 'user']);

const labels = { back: 'Inbox', title: 'Components' };

const gallery = (
  <main className="mx-auto max-w-manager px-4 py-6">
    <a href="/dev" className="text-sm text-text-muted hover:text-text">
      {labels.back}
    </a>
    <h1 className="text-xl font-semibold tracking-tight">{labels.title}</h1>
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <ThemeSwitcher />
      <LanguageSwitcher />
    </div>
    <Samples />
    <ConfirmRoot />
    <Toaster />
  </main>
);

const router = createMemoryRouter([{ path: '*', element: gallery }]);
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);
