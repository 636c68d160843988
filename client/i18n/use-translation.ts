import type { FlatNamespace, TFunction } from 'i18next';
import { type Language, languages } from '#shared/languages.ts';
import { shownLanguage, translate, type Values } from './texts.ts';

/** i18next's types know the keys and the values of each text. */
type Translator = TFunction<readonly FlatNamespace[]>;

const translators = new Map<string, Translator>();

/** The same function for the same language and namespaces, so that memoised values can depend on it. */
function translatorOf(language: Language, namespaces: readonly FlatNamespace[]): Translator {
  const name = `${language} ${namespaces}`;
  const known = translators.get(name);
  if (known) return known;
  const made = (key: string, values?: Values) => translate(language, namespaces, key, values);
  translators.set(name, made as unknown as Translator);
  return made as unknown as Translator;
}

/** The texts of every page in the shown language, for code that is not a component. */
export const firstTexts = () =>
  translatorOf(shownLanguage.get(), ['common', 'errors']) as TFunction<['common', 'errors']>;

/**
 * The texts of loaded namespaces, whose names only the first one's keys may leave out, and the direction of
 * the shown language. Renders again when another language is chosen.
 */
export function useTranslation<
  const Namespaces extends FlatNamespace | readonly FlatNamespace[] = 'common',
>(namespaces?: Namespaces): { t: TFunction<Namespaces>; direction: 'ltr' | 'rtl' } {
  const language = shownLanguage.use();
  const names: FlatNamespace | readonly FlatNamespace[] = namespaces ?? 'common';
  return {
    t: translatorOf(language, typeof names === 'string' ? [names] : names) as TFunction<Namespaces>,
    direction: languages[language].direction,
  };
}
