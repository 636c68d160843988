/**
 * Texts on the server: error messages in the API and mails. The same locale files as the client's,
 * read once at start.
 */
import { readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import {
  fallbackLanguage,
  type Language,
  languageCodes,
  languageOfTag,
  languageStorageKey,
} from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type mail from '#shared/locales/en/mail.json';

/** The locale namespaces that the server speaks. */
const namespaces = ['errors', 'mail'];
const localesFolder = new URL('../shared/locales/', import.meta.url);

function readLocales() {
  const resources: Record<string, Record<string, Record<string, string>>> = {};
  for (const language of languageCodes) {
    resources[language] = {};
    for (const namespace of namespaces) {
      const file = new URL(`${language}/${namespace}.json`, localesFolder);
      resources[language][namespace] = JSON.parse(readFileSync(file, 'utf8'));
    }
  }
  return resources;
}

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type Bare<Key extends string> = Key extends `${infer Word}_${PluralForm}` ? Word : Key;

/** The keys of all texts in a namespace: `code.subject`. */
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? Bare<Key>
    : `${Key}.${KeyOf<Texts[Key]>}`;
}[keyof Texts & string];

/** Gives the text of a key of the namespaces above. */
export type Text = (
  key: `errors:${string}` | `mail:${KeyOf<typeof mail>}`,
  variables?: Record<string, string | number>,
) => string;

/** Texts in a language: `translate('ar')('mail:code.subject')`. */
export type Translate = (language: Language) => Text;

/** Reads the locale files. */
export function createTranslate(): Translate {
  const i18n = createInstance();
  void i18n.init({
    resources: readLocales(),
    ns: namespaces,
    fallbackLng: fallbackLanguage,
    initAsync: false,
    // Mails escape where they build HTML; JSON needs no escaping.
    interpolation: { escapeValue: false, defaultVariables: { ...limits } },
  });
  return (language) => i18n.getFixedT(language) as unknown as Text;
}

/** Entries of `Accept-Language` that are read; browsers send fewer. */
const mostWishes = 20;

/** The language a request asks for: `lng` in the URL, the cookie, then the browser's list. */
export function languageOfRequest(headers: Headers, url?: URL): Language {
  const cookie = headers
    .get('cookie')
    ?.match(new RegExp(`(?:^|; *)${languageStorageKey}=([\\w-]+)`))?.[1];
  const accepted = (headers.get('accept-language') ?? '')
    .split(',', mostWishes)
    .map((entry) => entry.split(';', 1)[0]);
  const wishes = [url?.searchParams.get(languageStorageKey), cookie, ...accepted];
  return (
    wishes.map((wish) => languageOfTag(wish ?? '')).find((code) => code !== undefined) ??
    fallbackLanguage
  );
}
