/** How a search term is split. Apart from the rules for it, which lists do not load. */

/** Words of a search term that are looked for one by one. */
export const searchWordsMax = 5;

/** The different words of a search term. What follows the last that is allowed counts as one. */
export function searchWords(term: string): string[] {
  const words = term.split(/\s+/u).filter(Boolean);
  const first = words.slice(0, searchWordsMax - 1);
  const rest = words.slice(searchWordsMax - 1).join(' ');
  return [
    ...new Map([...first, rest].filter(Boolean).map((word) => [word.toLowerCase(), word])).values(),
  ];
}
