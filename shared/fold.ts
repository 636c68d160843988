/** What a search ignores. The SQL function `folded_text` does the same, which a test compares for each character. */

/** Accents, vowel marks of Arabic and Hebrew, the Arabic elongation, and what has no width. */
const ignored =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each mark is meant alone
  /[\u0300-\u036F\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u08D3-\u08FF\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F]|[\u00AD\u0640\u200B-\u200F\u2060\uFEFF]/g;

/** Characters that people type for one another, and what they become. */
const same = new Map(
  Object.entries({
    ...{
      ς: 'σ',
      ß: 'ss',
      æ: 'ae',
      œ: 'oe',
      ø: 'o',
      đ: 'd',
      ð: 'd',
      ħ: 'h',
      ł: 'l',
      ŧ: 't',
      þ: 'th',
    },
    ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ۃ: 'ه', ہ: 'ه', ھ: 'ه', ە: 'ه', ک: 'ك' },
    ...{ '’': "'", '‘': "'", ʼ: "'", ʻ: "'", '′': "'" },
    ...{ '“': '"', '”': '"', '„': '"', '«': '"', '»': '"' },
    ...{ '‐': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
    ...Object.fromEntries([...'٠١٢٣٤٥٦٧٨٩'].map((digit, value) => [digit, String(value)])),
    ...Object.fromEntries([...'۰۱۲۳۴۵۶۷۸۹'].map((digit, value) => [digit, String(value)])),
  }),
);
const replaced = new RegExp(`[${[...same.keys()].join('')}]`, 'g');

/** `text` without what a search ignores: case, accents and other spellings of a letter. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(ignored, '')
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .replace(replaced, (character) => same.get(character) ?? character);
