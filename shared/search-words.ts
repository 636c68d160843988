/** Splits search terms. Separate from their rules, which lists don't load. */
import { fold } from './fold.ts';

/** Maximum number of words searched individually. */
export const searchWordsMax = 5;

/** Distinct folded words of a search term. Everything after the last allowed word counts as one. */
export function searchWords(term: string): string[] {
  const words = fold(term).split(/\s+/u).filter(Boolean);
  const first = words.slice(0, searchWordsMax - 1);
  const rest = words.slice(searchWordsMax - 1).join(' ');
  return [...new Set([...first, rest].filter(Boolean))];
}
