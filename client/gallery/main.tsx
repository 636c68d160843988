/** /dev/components: every UI component in all its states. Built by vite.gallery.config.ts. */
import i18next, { type Resource } from 'i18next';
import { createRoot } from 'react-dom/client';
import { initReactI18next } from 'react-i18next';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { detectLanguage } from '#client/i18n/detect.ts';
import { followLanguage, renderOptions } from '#client/i18n/i18n.ts';
import { isPseudo, pseudo } from '#client/i18n/pseudo.ts';
import { chooseTheme, themeChoice, watchTheme } from '#client/ui/preferences/theme.ts';
import { languageCodes } from '#shared/languages.ts';
import { Gallery } from './gallery.tsx';

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

const router = createMemoryRouter([{ path: '*', element: <Gallery /> }]);
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);
