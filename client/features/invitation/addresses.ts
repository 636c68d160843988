/** Names in quotes, text in angle brackets, separators and words. */
const tokens = /"[^"\n]*"|<[^<>\n]*>|[,،;؛|\n]|[^\s,،;؛|<>"]+/gu;
const isComma = /^[,،]$/u;
const isSeparator = /^[,،;؛|\n]$/u;
/** Brackets and quotes around a word. Apostrophes inside an address are kept. */
const edges = /^[<(['"]+|[>)\]'".]+$/gi;

const trimmed = (word: string) =>
  word
    .replace(edges, '')
    .replace(/^mailto:/i, '')
    .trim();

/**
 * Extracts unique addresses from typed or pasted text: `Ada <ada@example.org>; …`. Words before an address in angle
 * brackets are a name. All other words are kept, to be reported as invalid rather than dropped.
 */
export function readAddresses(text: string): string[] {
  const found: string[] = [];
  let words: string[] = [];
  // If semicolons separate people, a comma may be part of a name: `Lovelace, Ada <ada@example.org>; …`.
  const hasCommasInNames = /[;؛]/u.test(text);
  const keepWords = () => {
    found.push(...words.map(trimmed).join(' ').split(/[,،]/u));
    words = [];
  };
  for (const [token] of text.matchAll(tokens)) {
    if (hasCommasInNames && isComma.test(token)) words.push(token);
    else if (isSeparator.test(token)) keepWords();
    else if (!token.includes('@') || token.startsWith('"')) words.push(token);
    else {
      if (token.startsWith('<')) words = [];
      else keepWords();
      found.push(trimmed(token));
    }
  }
  keepWords();
  const unique = new Map(found.map((each) => [each.trim().toLowerCase(), each.trim()]));
  unique.delete('');
  return [...unique.values()];
}
