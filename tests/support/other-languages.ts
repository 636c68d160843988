import { fallbackLanguage, type Language, languageCodes, languages } from '#shared/languages.ts';

/** Two further languages as examples; the same one, or English, if fewer are offered. */
export const [second = fallbackLanguage, third = second] = languageCodes.filter(
  (code) => code !== fallbackLanguage,
);

export const rightToLeft = languageCodes.filter((code) => languages[code].direction === 'rtl');

/** A language from right to left, or else another one. */
export const mirrored = rightToLeft[0] ?? second;

/** Two different languages to switch between, unless only one is offered. */
export const switched: [from: Language, to: Language] =
  second === third ? [fallbackLanguage, second] : [second, third];

/** As a value of the API's enum. */
export const enumOf = (language: Language): string => language.toUpperCase();
