/**
 * /dev/components: every UI component, in the language and theme chosen there. In English, like all pages for
 * developers. Built by vite.gallery.config.ts.
 */
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { loadNamespaces } from '#client/i18n/i18n.ts';
import { cx } from '#client/lib/class-names.ts';
import { ConfirmRoot } from '#client/ui/overlay/confirm-dialog.tsx';
import { Toaster } from '#client/ui/overlay/toaster.tsx';
import { LanguageSwitcher, ThemeSwitcher } from '#client/ui/preferences/preferences.tsx';
import { chooseTheme, themeChoice, watchTheme } from '#client/ui/preferences/theme.ts';
import { samples } from './samples.tsx';

// Needed because this page has no script in its head that applies the theme.
chooseTheme(themeChoice.get());
watchTheme();
await loadNamespaces(['list', 'date', 'repository', 'user']);

const path = '/dev/components';
const labels = { navigation: 'Development', title: 'Components' };

const links = [
  ['/dev', 'Inbox'],
  ['/dev/mails', 'Emails'],
  [path, labels.title],
  ['/login', 'Product'],
  ['/api/graphql', 'API'],
] as const;

function Gallery() {
  return (
    <>
      <header className="flex flex-wrap border-b border-line bg-surface-raised px-4 text-sm">
        <nav aria-label={labels.navigation} className="flex flex-wrap items-center gap-4">
          {links.map(([href, label]) => (
            <a
              key={href}
              href={href}
              aria-current={href === path ? 'page' : undefined}
              className={cx(
                'inline-flex min-h-11 items-center',
                href === path ? 'font-medium' : 'text-text-muted hover:text-text',
              )}
            >
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main className="mx-auto max-w-manager px-4 py-6">
        <h1 className="text-xl font-semibold tracking-tight">{labels.title}</h1>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <ThemeSwitcher />
          <LanguageSwitcher />
        </div>
        <div className="grid grid-cols-1 gap-x-4 lg:grid-cols-2">
          {samples.map(({ title, content }) => (
            <section key={title} className="mt-8 grid content-start gap-3">
              <h2 className="text-base font-semibold">{title}</h2>
              {content}
            </section>
          ))}
        </div>
      </main>
      <ConfirmRoot />
      <Toaster />
    </>
  );
}

const router = createMemoryRouter([{ path: '*', element: <Gallery /> }]);
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);
