/** /dev/components: every component of the interface with its states. Built by vite.gallery.config.ts. */
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { startI18n } from '#client/i18n/i18n.ts';
import { isPseudo, pseudo } from '#client/i18n/pseudo.ts';
import { addTexts } from '#client/i18n/texts.ts';
import { chooseTheme, themeChoice, watchTheme } from '#client/ui/preferences/theme.ts';
import { languageCodes } from '#shared/languages.ts';
import { Gallery } from './gallery.tsx';

const namespaces = ['common', 'errors', 'list', 'date', 'repository', 'user'];
const texts = import.meta.glob<Record<string, unknown>>(
  '../../shared/locales/*/{common,errors,list,date,repository,user}.json',
  { eager: true, import: 'default' },
);

for (const language of languageCodes) {
  for (const namespace of namespaces) {
    const found = texts[`../../shared/locales/${language}/${namespace}.json`];
    addTexts(language, namespace, isPseudo() ? pseudo(found) : found);
  }
}

// The page has no script of its own in its head that would apply the theme before.
chooseTheme(themeChoice.get());
watchTheme();
await startI18n();

const router = createMemoryRouter([{ path: '*', element: <Gallery /> }]);
const root = document.getElementById('root');
if (root) createRoot(root).render(<RouterProvider router={router} />);
