/** URLs of the texts. A namespace is fetched when a page needs it, in the current language only. */
import { type Language, languageCodes } from '#shared/languages.ts';

/** `common` is generated: it contains the entities' labels in the navigation. */
const addresses: Record<string, string> = import.meta.glob<string>(
  [
    '../generated/locales/*/common.json',
    '../../shared/locales/*/*.json',
    '!../../shared/locales/*/{common,mail}.json',
  ],
  { query: '?url', import: 'default', eager: true },
);

const pathOf = (language: string, namespace: string) =>
  `../${namespace === 'common' ? 'generated' : '../shared'}/locales/${language}/${namespace}.json`;

/** The languages that have a folder of texts. */
export const offeredLanguages: Language[] = languageCodes.filter(
  (code) => pathOf(code, 'common') in addresses,
);

/**
 * Fetches a namespace in a language.
 *
 * @throws if it could not be loaded
 */
export async function fetchTexts(language: string, namespace: string): Promise<unknown> {
  const address = addresses[pathOf(language, namespace)];
  if (!address) return {};
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const texts = await response.json();
  if (import.meta.env.DEV) {
    const { isPseudo, pseudo } = await import('./pseudo.ts');
    if (isPseudo()) return pseudo(texts);
  }
  return texts;
}
