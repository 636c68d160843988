export type LanguageInfo = {
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
  /** Factor on the root font size: some scripts need a larger size. */
  readonly fontScale: number;
};

const offered = {
  en: { name: 'English', direction: 'ltr', fontScale: 1 },
  fr: { name: 'Français', direction: 'ltr', fontScale: 1 },
  ar: { name: 'العربية', direction: 'rtl', fontScale: 1.2 },
  sw: { name: 'Kiswahili', direction: 'ltr', fontScale: 1 },
} satisfies Record<string, LanguageInfo>;

/** ISO 639-1 code. */
export type Language = keyof typeof offered;

export const languages: Readonly<Record<Language, LanguageInfo>> = offered;

export const languageCodes = Object.keys(languages) as Language[];

export const fallbackLanguage: Language = 'en';

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(languages, value);
}

/** Maximum length of a language tag, as RFC 5646 section 4.4.1 recommends. */
const longestTag = 35;

/** The supported language of a BCP 47 tag: `en` for `en-GB` and `eng`. */
export function languageOfTag(tag: string): Language | undefined {
  if (tag.length > longestTag) return undefined;
  try {
    const { language } = new Intl.Locale(tag.trim().replaceAll('_', '-'));
    return isLanguage(language) ? language : undefined;
  } catch {
    return undefined;
  }
}

export const languageStorageKey = 'lng';

/** 30 days. */
export const languageCookieMinutes = 43_200;
