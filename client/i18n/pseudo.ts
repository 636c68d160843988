import { readStored, writeStored } from '#client/lib/stored.ts';

/**
 * Pseudolocalization, in development only: `?lng=pseudo` shows accented English in brackets, a third longer. Text
 * without brackets isn't translated. Another `?lng=` turns it off.
 */
const storageKey = 'pseudo-locale';

const accented: Record<string, string> = Object.fromEntries(
  [...'aàeéiîoöuûyýcçnñsšzžgĝhĥkķlļrŕtţwŵdđ'.matchAll(/(.)(.)/gu)].flatMap(
    ([, plain = '', foreign = '']) => [
      [plain, foreign],
      [plain.toUpperCase(), foreign.toUpperCase()],
    ],
  ),
);

export function isPseudo(): boolean {
  const asked = new URLSearchParams(window.location.search).get('lng');
  if (asked) writeStored(storageKey, asked === 'pseudo' ? 'on' : null, 'sessionStorage');
  return readStored(storageKey, 'sessionStorage') !== null;
}

/** Doubles vowels, so that texts grow by a third and still break between words. */
function distort(words: string): string {
  return words.replace(/[a-z]/gi, (letter) => {
    const foreign = accented[letter] ?? letter;
    return /[aeiouy]/i.test(letter) ? foreign + foreign.toLowerCase() : foreign;
  });
}

function pseudoText(text: string): string {
  // Odd parts are variables and tags, which stay unchanged.
  const parts = text.split(/(\{\{\w+\}\}|<\/?\w+>)/);
  return `[${parts.map((part, index) => (index % 2 ? part : distort(part))).join('')}]`;
}

export function pseudo<Texts>(texts: Texts): Texts {
  if (typeof texts === 'string') return pseudoText(texts) as Texts;
  const entries = Object.entries(texts as object).map(([key, value]) => [key, pseudo(value)]);
  return Object.fromEntries(entries) as Texts;
}
