/**
 * The pseudo-locale: English that looks foreign and is a third longer, in brackets. What stands on
 * the screen without them is not translated; what is cut off or pushes its neighbours does not
 * stretch. In development only: `?lng=pseudo`, until another `?lng=` is given.
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

/** Whether the pseudo-locale is asked for, by the address or earlier in this tab. */
export function isPseudo(): boolean {
  const asked = new URLSearchParams(window.location.search).get('lng');
  if (asked === 'pseudo') sessionStorage.setItem(storageKey, 'on');
  else if (asked) sessionStorage.removeItem(storageKey);
  return sessionStorage.getItem(storageKey) !== null;
}

/** Each vowel twice: that is a third more, and lines still break where words end. */
function distort(words: string): string {
  return words.replace(/[a-z]/gi, (letter) => {
    const foreign = accented[letter] ?? letter;
    return /[aeiouy]/i.test(letter) ? foreign + foreign.toLowerCase() : foreign;
  });
}

function pseudoText(text: string): string {
  // Variables and tags are code.
  const parts = text.split(/(\{\{\w+\}\}|<\/?\w+>)/);
  return `[${parts.map((part, index) => (index % 2 ? part : distort(part))).join('')}]`;
}

/** The same texts, in the pseudo-locale. */
export function pseudo<Texts>(texts: Texts): Texts {
  if (typeof texts === 'string') return pseudoText(texts) as Texts;
  const entries = Object.entries(texts as object).map(([key, value]) => [key, pseudo(value)]);
  return Object.fromEntries(entries) as Texts;
}
