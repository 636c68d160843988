import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInstance } from 'i18next';
import type { Language } from '#shared/languages.ts';

export type Texts = (key: string, variables?: Record<string, string | number>) => string;

function readJson(...path: string[]): object {
  return JSON.parse(readFileSync(resolve(...path), 'utf8'));
}

export function readTexts(language: Language): Record<string, object> {
  const folder = resolve('shared', 'locales', language);
  return Object.fromEntries(
    readdirSync(folder).map((file) => [file.replace('.json', ''), readJson(folder, file)]),
  );
}

export function servedTexts(language: Language): Record<string, object> {
  const common = readJson('client', 'generated', 'locales', language, 'common.json');
  return { ...readTexts(language), common };
}

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
