/**
 * Case-insensitive search by trigram index. Each word of the term must be found, in any order and column.
 * Words of one or two characters match only the beginning of a word, for which an index has trigrams.
 */
import { limits } from '#shared/limits.ts';
import { searchTerm as rule } from '#shared/rules/search.ts';
import { searchWords, searchWordsMax } from '#shared/search-words.ts';
import { apiError } from './errors.ts';

const trigramLength = 3;

/** What separates words: the beginning of a word follows one of these, or is that of the column. */
const separators = [' ', '-', '_', '.', '@', '/', "'", '’', '('];

/** Escapes the wildcards of LIKE. */
function literal(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&');
}

/** Folds case as the database does for `nameKey`. */
function folded(term: string): string {
  return term.normalize('NFKC').toUpperCase().toLowerCase();
}

/** The same for `searchText`, where a sigma at the end of a word is like any other. */
const foldedText = (term: string) => folded(term).replaceAll('ς', 'σ');

type Columns<Column extends string> = {
  /** The folded text that words of three characters or more are searched in. It has a trigram index. */
  anywhere: Column;
  /** Folded or lower-case columns with an index, searched by words of one or two characters. */
  beginning: readonly Column[];
  /** Folded, searched for words that begin with one or two characters. In the trigram index too. */
  words: Column;
};

/** The condition for rows with one word of a search term. */
function wordFilter<Column extends string>(
  word: string,
  { anywhere, beginning, words }: Columns<Column>,
) {
  const part = foldedText(word);
  if ([...word].length >= trigramLength) return { [anywhere]: { contains: literal(part) } };
  const start = folded(word);
  const first = words === anywhere ? part : start;
  return {
    OR: [
      ...beginning.map((column) => ({ [column]: { startsWith: literal(start) } })),
      ...separators.map((separator) => ({
        [words]: { contains: literal(`${separator}${first}`) },
      })),
    ],
  };
}

/**
 * The condition for rows that match `term`, or undefined for an empty term.
 *
 * @throws BAD_REQUEST for a term that is too long or holds control characters
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

/**
 * The folded words that `conditions` search for in `searchText`. Undefined if there is another condition, or a word
 * that matches only beginnings.
 */
export function searchedWords(conditions: readonly object[]): string[] | undefined {
  const [search, ...others] = conditions as { AND?: { searchText?: { contains: string } }[] }[];
  if (others.length > 0 || !search?.AND) return undefined;
  const words = search.AND.map((word) => word.searchText?.contains.replace(/\\(.)/g, '$1'));
  return words.every((word) => word !== undefined) ? words : undefined;
}

/** How a search term is matched, for the description of an argument. */
export const searchDescription = (columns: string) =>
  `Case-insensitive words that are all in ${columns}, in any order: up to ${searchWordsMax}, the rest counts as one. A word of one or two characters matches only the beginning of a word of the name. At most ${limits.searchMax} characters.`;
