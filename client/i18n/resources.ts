/**
 * Where the texts lie. Only addresses are in the bundle; a language is fetched when it is spoken,
 * a namespace when a screen needs it. A language without a folder is not offered.
 */
import { type Language, languageCodes } from '#shared/languages.ts';

type Addresses = Record<string, string>;

const firstAddresses: Addresses = import.meta.glob<string>(
  '../../shared/locales/*/{auth,common,errors}.json',
  { query: '?url', import: 'default', eager: true },
);

/** The addresses that the way in does not need. Asked for early, they keep nobody waiting. */
export const moreAddresses = async (): Promise<Addresses> =>
  (await import('./more-addresses.ts')).default;

const pathOf = (language: string, namespace: string) =>
  `../../shared/locales/${language}/${namespace}.json`;

/** The languages that have texts. */
export const offeredLanguages: Language[] = languageCodes.filter(
  (code) => pathOf(code, 'common') in firstAddresses,
);

/** One namespace in one language, over the network. */
export async function fetchTexts(language: string, namespace: string): Promise<unknown> {
  const path = pathOf(language, namespace);
  const address = firstAddresses[path] ?? (await moreAddresses())[path];
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
