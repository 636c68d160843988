/**
 * The languages of the interface and of mails. Source: specification, section 1 and 9.
 */

/** What the interface must know of a language before it loads a single text of it. */
export type LanguageInfo = {
  /** The language's own name, as its readers write it. */
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Factor on the root font size; Arabic letters need more room to be read as easily. */
  readonly fontScale: number;
};

export const languages = {
  en: { name: 'English', direction: 'ltr', fontScale: 1 },
  fr: { name: 'Français', direction: 'ltr', fontScale: 1 },
  ar: { name: 'العربية', direction: 'rtl', fontScale: 1.2 },
  sw: { name: 'Kiswahili', direction: 'ltr', fontScale: 1 },
} as const satisfies Record<string, LanguageInfo>;

/** A language's ISO 639-1 code. */
export type Language = keyof typeof languages;

export const languageCodes = Object.keys(languages) as Language[];

/** Spoken where nothing better is known. */
export const fallbackLanguage: Language = 'en';

/** Whether `value` is the code of a language we speak. */
export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

/** What RFC 5646 4.4.1 asks programs to support. */
const longestTag = 35;

/** The language that a BCP 47 tag names, if we speak it: `fr-CA` is `fr` to us, and `swh` is `sw`. */
export function languageOfTag(tag: string): Language | undefined {
  if (tag.length > longestTag) return undefined;
  try {
    const { language } = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    return isLanguage(language) ? language : undefined;
  } catch {
    return undefined;
  }
}

/** The name of the cookie and of the local-storage entry that keep the chosen language. */
export const languageStorageKey = 'lng';

/** How long the language cookie lives, in minutes (specification, section 9). */
export const languageCookieMinutes = 43_200;
