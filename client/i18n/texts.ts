/** The loaded texts, which are in i18next's JSON format: docs/decisions/014 says why i18next does not read them. */
import { createStore, type Store } from '#client/lib/store.ts';
import { fallbackLanguage, type Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';

/** Texts of a namespace, nested by the parts of their keys. */
type Texts = { readonly [key: string]: string | Texts };

export type Values = Readonly<Record<string, unknown>> & { count?: number; defaultValue?: string };

const loaded = new Map<string, Texts>();
const plurals = new Map<Language, Intl.PluralRules>();

/** The language that is shown. Pages are rendered and taken over in that language too. */
export const shownLanguage: Store<Language> = createStore<Language>(fallbackLanguage, () =>
  shownLanguage.get(),
);

/** In development, missing texts appear in English. Tests keep the languages complete. */
export const languagesFor = (language: Language): readonly Language[] =>
  import.meta.env.DEV && language !== fallbackLanguage ? [language, fallbackLanguage] : [language];

const nameOf = (language: Language, namespace: string) => `${language}/${namespace}`;

export function addTexts(language: Language, namespace: string, texts: unknown): void {
  loaded.set(nameOf(language, namespace), texts as Texts);
}

export function hasTexts(language: Language, namespace: string): boolean {
  return loaded.has(nameOf(language, namespace));
}

function textAt(texts: Texts | undefined, path: string): string | undefined {
  let found: Texts | string | undefined = texts;
  for (const part of path.split('.')) {
    found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined;
  }
  return typeof found === 'string' ? found : undefined;
}

/** CLDR's plural category of a number, such as `few`. */
function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
}

function findText(
  language: Language,
  namespaces: readonly string[],
  key: string,
  count?: number,
): string | undefined {
  const [, named, path = ''] = /^(?:(\w+):)?(.*)$/.exec(key) ?? [];
  for (const each of languagesFor(language)) {
    for (const namespace of named ? [named] : namespaces) {
      const texts = loaded.get(nameOf(each, namespace));
      const plural =
        count === undefined ? undefined : textAt(texts, `${path}_${pluralOf(each, count)}`);
      const text = plural ?? textAt(texts, path);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

/** Fills `{{name}}` with values and the limits of inputs. React escapes what it shows. */
function fill(text: string, values: Values | undefined): string {
  return text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) =>
    String(values?.[name] ?? limits[name as keyof typeof limits] ?? placeholder),
  );
}

/**
 * The text of a key in the first namespace that has it, or its `defaultValue`, or the key.
 *
 * @param key `path.to.text`, or `namespace:path.to.text`
 */
export function translate(
  language: Language,
  namespaces: readonly string[],
  key: string,
  values?: Values,
): string {
  const text = findText(language, namespaces, key, values?.count) ?? values?.defaultValue;
  return text === undefined ? key : fill(text, values);
}

/** Whether a key has a text in the shown language. */
export function hasText(key: string): boolean {
  return findText(shownLanguage.get(), ['common'], key) !== undefined;
}
