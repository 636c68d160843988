/**
 * Where the texts lie. Only addresses are in the bundle; a language is fetched when it is spoken,
 * a namespace when a screen needs it. A language without a folder is not offered.
 */
import { type Language, languageCodes } from '#shared/languages.ts';

const addresses = import.meta.glob<string>(
  ['../../shared/locales/*/*.json', '!../../shared/locales/*/mail.json'],
  {
    query: '?url',
    import: 'default',
    eager: true,
  },
);

function addressOf(language: string, namespace: string): string | undefined {
  return addresses[`../../shared/locales/${language}/${namespace}.json`];
}

/** The languages that have texts. */
export const offeredLanguages: Language[] = languageCodes.filter((code) =>
  addressOf(code, 'common'),
);

/** One namespace in one language, over the network. */
export async function fetchTexts(language: string, namespace: string): Promise<unknown> {
  const address = addressOf(language, namespace);
  if (!address) return {};
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}
