/**
 * /dev/components: every UI component, in the language and theme chosen there. In English, like all pages for
 * developers. Built by vite.gallery.config.ts.
 */
import i18next, { type Resource } from 'i18next';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { detectLanguage } from '#client/i18n/detect.ts';
import { followLanguage, renderOptions } from '#client/i18n/i18n.ts';
import { isPseudo, pseudo } from '#client/i18n/pseudo.ts';
import { cx } from '#client/lib/class-names.ts';
import { ConfirmRoot } from '#client/ui/overlay/confirm-dialog.tsx';
import { Toaster } from '#client/ui/overlay/toaster.tsx';
import { LanguageSwitcher, ThemeSwitcher } from '#client/ui/preferences/preferences.tsx';
import { chooseTheme, themeChoice, watchTheme } from '#client/ui/preferences/theme.ts';
import { languageCodes } from '#shared/languages.ts';
import { samples } from './samples.tsx';

const namespaces = ['common', 'errors', 'list', 'date', 'repository', 'user'];
const texts = import.meta.glob<Record<string, unknown>>(
  '../../shared/locales/*/{common,errors,list,date,repository,user}.json',
  { eager: true, import: 'default' },
);

const textsOf = (language: string, namespace: string) => {
  const found = texts[`../../shared/locales/${language}/${namespace}.json`] ?? {};
  return isPseudo() ? pseudo(found) : found;
};
const resources = Object.fromEntries(
  languageCodes.map((language) => [
    language,
    Object.fromEntries(namespaces.map((namespace) => [namespace, textsOf(language, namespace)])),
  ]),
) as Resource;

// Needed because this page has no script in its head that applies the theme.
chooseTheme(themeChoice.get());
watchTheme();
const language = detectLanguage(languageCodes);
followLanguage(language);
await i18next.use(initReactI18next).init({
  resources,
  lng: language,
  supportedLngs: languageCodes,
  fallbackLng: false,
  load: 'languageOnly',
  ns: namespaces,
  ...renderOptions,
});

const path = '/dev/components';
const labels = { navigation: 'Development', pseudo: 'Pseudo language', title: 'Components' };

const links = [
  ['/dev', 'Inbox'],
  ['/dev/mails', 'Emails'],
  [path, labels.title],
  ['/login', 'Product'],
  ['/api/graphql', 'API'],
] as const;

/** Reloads the page, because texts are distorted when they are loaded. */
function setPseudo(on: boolean) {
  window.location.search = on ? '?lng=pseudo' : '?lng=en';
}

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
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={isPseudo()}
              onChange={(event) => setPseudo(event.target.checked)}
              className="size-4 accent-accent"
            />
            {labels.pseudo}
          </label>
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
