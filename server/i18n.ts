/** Server-side translations of error messages and emails, from the locale files shared with the client. */
import { readFileSync } from 'node:fs';
import { parseAccept } from 'hono/utils/accept';
import { parse } from 'hono/utils/cookie';
import { createInstance } from 'i18next';
import {
  fallbackLanguage,
  type Language,
  languageCodes,
  languageOfTag,
  languageStorageKey,
} from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type graphiqlPage from '#shared/locales/en/graphiqlPage.json';
import type mail from '#shared/locales/en/mail.json';
import { fromRoot } from './root.ts';

const namespaces = ['errors', 'graphiqlPage', 'mail'];

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

type KeyOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutPlural<Key>
    : `${Key}.${KeyOf<Texts[Key]>}`;
}[keyof Texts & string];

export type Text = (
  key:
    | `errors:${string}`
    | `graphiqlPage:${KeyOf<typeof graphiqlPage>}`
    | `mail:${KeyOf<typeof mail>}`,
  variables?: Record<string, string | number>,
) => string;

const i18n = createInstance();
void i18n.init({
  resources: readLocales(),
  ns: namespaces,
  fallbackLng: fallbackLanguage,
  initAsync: false,
  // Emails escape values when they build HTML. JSON needs no escaping.
  interpolation: { escapeValue: false, defaultVariables: { ...limits } },
});

/** Usage: `translate('en')('mail:code.subject')`. */
export function translate(language: Language): Text {
  // biome-ignore lint/plugin: i18next types keys of the client’s texts in the tests
  return i18n.getFixedT(language) as unknown as Text;
}

/** Maximum length of `Accept-Language` that is parsed. Browsers send less. */
const maxHeaderLength = 200;

/** Checks `lng` in the URL, then the cookie, then `Accept-Language`. */
export function languageOfRequest(headers: Pick<Headers, 'get'>, url?: URL): Language {
  const cookies = parse(headers.get('cookie') ?? '', languageStorageKey);
  const accepted = parseAccept((headers.get('accept-language') ?? '').slice(0, maxHeaderLength));
  const candidates = [
    url?.searchParams.get(languageStorageKey),
    cookies[languageStorageKey],
    ...accepted.filter(({ q }) => q > 0).map(({ type }) => type),
  ];
  for (const tag of candidates) {
    const language = tag && languageOfTag(tag);
    if (language) return language;
  }
  return fallbackLanguage;
}
