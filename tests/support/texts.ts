import { readdirSync, readFileSync } from 'node:fs';
import { createInstance } from 'i18next';
import type { Language } from '#shared/languages.ts';

export type Texts = (key: string, variables?: Record<string, string | number>) => string;

const localesFolder = new URL('../../shared/locales/', import.meta.url);

/** All texts of a language by namespace. */
export function readTexts(language: Language): Record<string, object> {
  const folder = new URL(`${language}/`, localesFolder);
  return Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    ]),
  );
}

/** The same as browsers load them: the common texts hold the labels of the entities' lists too. */
export function servedTexts(language: Language): Record<string, object> {
  const file = new URL(`../../client/generated/locales/${language}/common.json`, import.meta.url);
  return { ...readTexts(language), common: JSON.parse(readFileSync(file, 'utf8')) };
}

/** Gives the texts of a language; throws for a key that it does not have. */
export function textsOf(language: Language): Texts {
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    resources: { [language]: readTexts(language) },
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return (key, variables) => {
    if (!i18n.exists(key, variables)) throw new Error(`${language} has no ${key}`);
    const say = i18n.getFixedT(language) as unknown as (key: string, variables?: object) => string;
    return say(key, variables);
  };
}
