import type { Feature } from '#scripts/remove/feature.ts';
import { fallbackLanguage, languageCodes, languages } from '#shared/languages.ts';

const english = new Intl.DisplayNames(['en'], { type: 'language' });

/** Each language except the one that others fall back to. */
export const languageFeatures: Feature[] = languageCodes
  .filter((code): boolean => code !== fallbackLanguage)
  .map((code) => ({
    name: `language ${code}`,
    purpose: `the interface and emails in ${english.of(code)} (${languages[code].name})`,
    files: [`shared/locales/${code}/*`, `docs/recipes/patches/*.${code}.patch`],
    names: new RegExp(`^(${code}|${code.toUpperCase()})(-[A-Z]{2})?$`),
    prose: new RegExp(
      `\\b${english.of(code)}:|\\bin ${english.of(code)}\\b|:lang\\(${code}\\)|^\\s*${code}\\s*$`,
    ),
    leftover: new RegExp(
      `(['"\`])${code}\\1|lng=${code}\\b|locales/${code}\\b|:lang\\(${code}\\)|language: ${code.toUpperCase()}\\b|${languages[code].name}`,
    ),
    notes: [
      `Users who chose ${english.of(code)} get ${english.of(fallbackLanguage)}.`,
      'Fonts stay: they also show what people write.',
    ],
  }));
