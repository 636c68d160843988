/** Splits search terms. Separate from their rules, which lists don't load. */

/** Maximum number of words searched individually. */
export const searchWordsMax = 5;

/** Distinct words of a search term. Everything after the last allowed word counts as one. */
export function searchWords(term: string): string[] {
  const words = term.split(/\s+/u).filter(Boolean);
  const first = words.slice(0, searchWordsMax - 1);
  const rest = words.slice(searchWordsMax - 1).join(' ');
  return [
    ...new Map([...first, rest].filter(Boolean).map((word) => [word.toLowerCase(), word])).values(),
  ];
}
