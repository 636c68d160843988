import { fallbackLanguage, type Language } from '#shared/languages.ts';
import { rightToLeft } from '#tests/support/other-languages.ts';

/** Marks a test that runs with those in the other languages, unless `isQuick`. */
export const exhaustive = (isQuick: boolean) => (isQuick ? {} : { tag: '@exhaustive' });

/** What differs most: English, and from right to left. */
export const quickLanguages = new Set<Language>([fallbackLanguage, ...rightToLeft]);
