import { limits } from '#shared/limits.ts';
import { text } from './text.ts';

/** A search term, for the URL, the search box and the API. */
export const searchTerm = text({
  invalid: 'SEARCH_INVALID',
  tooLong: 'SEARCH_TOO_LONG',
  max: limits.searchMax,
});

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
