/** The client reads the texts as i18next does, which the server reads them with. */
import { createInstance, type i18n } from 'i18next';
import { describe, expect, it } from 'vitest';
import { addTexts, hasText, shownLanguage, translate } from '#client/i18n/texts.ts';
import { languageCodes } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { servedTexts } from '#tests/support/texts.ts';

function keysOf(texts: object, path: string[] = []): string[] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[...path, name].join('.')] : keysOf(value, [...path, name]),
  );
}

const placeholders = /\{\{\s*(\w+)\s*\}\}/g;
/** Every plural form of the four languages, and what is between them. */
const counts = [0, 1, 2, 3, 10, 11, 99, 100, 101, 1_000_000, 1.5, -1];
const isPlural = /_(zero|one|two|few|many|other)$/;
/** Values that would be read as a pattern or as a placeholder if they were not taken as they are. */
const value = (name: string) => `$& ${name} {{count}} <b>`;

function start(language: string, texts: Record<string, object>): i18n {
  const library = createInstance();
  void library.init({
    lng: language,
    resources: { [language]: texts },
    ns: Object.keys(texts),
    defaultNS: 'common',
    initAsync: false,
    interpolation: { escapeValue: false, defaultVariables: { ...limits } },
  });
  return library;
}

describe.each(languageCodes)('%s', (language) => {
  const texts = servedTexts(language);
  const library = start(language, texts);
  for (const [namespace, content] of Object.entries(texts)) {
    addTexts(language, namespace, content);
  }

  it.each(Object.keys(texts))('%s', (namespace) => {
    for (const key of keysOf(texts[namespace] ?? {})) {
      const text = library.getResource(language, namespace, key) as string;
      const names = [...text.matchAll(placeholders)].map(([, name = '']) => name);
      const values = Object.fromEntries(names.map((name) => [name, value(name)]));
      const all = isPlural.test(key) ? counts.map((count) => ({ ...values, count })) : [values];
      const bare = key.replace(isPlural, '');
      const say = library.getFixedT(language) as unknown as (key: string, values: object) => string;
      for (const each of all) {
        const expected = say(`${namespace}:${bare}`, each);
        expect(translate(language, [namespace], bare, each), key).toBe(expected);
        expect(translate(language, ['common'], `${namespace}:${bare}`, each), key).toBe(expected);
      }
    }
  });

  it.each(['nav.nowhere', 'nav', 'nowhere:nav.home', 'constructor', 'nav.toString.name'])(
    'has no %s',
    (key) => {
      shownLanguage.set(language);
      expect(hasText(key)).toBe(false);
      expect(translate(language, ['common'], key)).toBe(key);
      expect(translate(language, ['common'], key, { defaultValue: 'Else' })).toBe('Else');
    },
  );
});

it('the first namespace that has a text gives it', () => {
  addTexts('sw', 'one', { same: 'one' });
  addTexts('sw', 'two', { same: 'two', other: '{{ name }}, {{nothing}}' });
  expect(translate('sw', ['one', 'two'], 'same')).toBe('one');
  expect(translate('sw', ['one', 'two'], 'other', { name: 'Amal' })).toBe('Amal, {{nothing}}');
});
