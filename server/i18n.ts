/** Translations on the server: error messages and mails, from the client's locale files. */
import { readFileSync } from 'node:fs';
import { parseAccept } from 'hono/utils/accept';
import { parse } from 'hono/utils/cookie';
import { createInstance } from 'i18next';
import type { HeaderReader } from '#server/http/headers.ts';
import {
  fallbackLanguage,
  type Language,
  languageCodes,
  languageOfTag,
  languageStorageKey,
} from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type api from '#shared/locales/en/api.json';
import type mail from '#shared/locales/en/mail.json';
import { fromRoot } from './root.ts';

/** The locale namespaces that the server uses. */
const namespaces = ['api', 'errors', 'mail'];

function readLocales() {
  const resources: Record<string, Record<string, Record<string, string>>> = {};
  for (const language of languageCodes) {
    resources[language] = {};
    for (const namespace of namespaces) {
      const file = fromRoot('shared', 'locales', language, `${namespace}.json`);
      resources[language][namespace] = JSON.parse(readFileSync(file, 'utf8'));
    }
  }
  return resources;
}

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutPlural<Key extends string> = Key extends `${infer Word}_${PluralForm}` ? Word : Key;

/** The keys of a namespace, such as `code.subject`. */
type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${KeyOf<Texts[Key]>}`;
}[keyof Texts & string];

/** Returns the text of a key. */
export type Text = (
  key: `errors:${string}` | `api:${KeyOf<typeof api>}` | `mail:${KeyOf<typeof mail>}`,
  variables?: Record<string, string | number>,
) => string;

/** Returns the texts of a language: `translate('ar')('mail:code.subject')`. */
export type Translate = (language: Language) => Text;

/** Reads the locale files, once. */
export function createTranslate(): Translate {
  const i18n = createInstance();
  void i18n.init({
    resources: readLocales(),
    ns: namespaces,
    fallbackLng: fallbackLanguage,
    initAsync: false,
    // Mails escape when they build HTML. JSON needs no escaping.
    interpolation: { escapeValue: false, defaultVariables: { ...limits } },
  });
  return (language) => i18n.getFixedT(language) as unknown as Text;
}

/** Characters of `Accept-Language` that are parsed. Browsers send fewer. */
const maxHeaderLength = 200;

/** The language of a request: `lng` in the URL, then the cookie, then `Accept-Language`. */
export function languageOfRequest(headers: HeaderReader, url?: URL): Language {
  const cookies = parse(headers.get('cookie') ?? '', languageStorageKey);
  const accepted = parseAccept((headers.get('accept-language') ?? '').slice(0, maxHeaderLength));
  const candidates = [
    url?.searchParams.get(languageStorageKey),
    cookies[languageStorageKey],
    ...accepted.filter(({ q }) => q > 0).map(({ type }) => type),
  ];
  return (
    candidates.map((tag) => languageOfTag(tag ?? '')).find((code) => code !== undefined) ??
    fallbackLanguage
  );
}
