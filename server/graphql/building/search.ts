/**
 * Search by trigram index, of folded words: each must be found, in any order and column. Words of one or two characters
 * match only the start of a word, because only that yields trigrams.
 */

import { apiError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { searchTerm as rule } from '#shared/rules/search.ts';
import { searchWords, searchWordsMax } from '#shared/search-words.ts';

const trigramLength = 3;

/** A word starts after one of these, or at the start of the column, whose texts are lines. */
const separators = ['\n', ' ', '-', '_', '.', '@', '/', "'", '('];

/** Escapes LIKE wildcards. */
function literal(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&');
}

type Columns<Column extends string> = {
  /** Folded column with a trigram index, searched for words of three or more characters. */
  anywhere: Column;
  /** Folded column in the trigram index, searched for words that begin with one or two characters. */
  words: Column;
};

function wordFilter<Column extends string>(part: string, { anywhere, words }: Columns<Column>) {
  if ([...part].length >= trigramLength) return { [anywhere]: { contains: literal(part) } };
  return {
    OR: [
      { [words]: { startsWith: literal(part) } },
      ...separators.map((separator) => ({ [words]: { contains: literal(`${separator}${part}`) } })),
    ],
  };
}

/**
 * Condition for rows that match `term`. Undefined for an empty term.
 *
 * @throws BAD_REQUEST for a term that is too long or contains control characters
 */
export function searchFilter<Column extends string>(
  term: string | null | undefined,
  columns: Columns<Column>,
) {
  if (!term) return undefined;
  const parsed = rule.safeParse(term);
  if (!parsed.success)
    throw apiError('BAD_REQUEST', 'The search term is too long or contains control characters.');
  if (!parsed.data) return undefined;
  return { AND: searchWords(parsed.data).map((word) => wordFilter(word, columns)) };
}

export const searchDescription = (columns: string) =>
  `Words that are all in ${columns}, in any order, whatever their case and accents: up to ${searchWordsMax}, the rest counts as one. A word of one or two characters matches only the beginning of a word of the name. At most ${limits.searchMax} characters.`;
