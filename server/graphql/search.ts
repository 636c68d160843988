/**
 * Case-insensitive substring search by trigram index. Terms of one or two characters have no trigram
 * and match only the beginning of indexed columns.
 */
import { searchTerm as rule } from '#shared/rules/search.ts';
import { apiError } from './errors.ts';

const trigramLength = 3;

/** Escapes the wildcards of LIKE. */
function literal(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&');
}

/** Folds case as the database does for `nameKey`. */
function folded(term: string): string {
  return term.normalize('NFKC').toUpperCase().toLowerCase();
}

type Columns<Column extends string> = { anywhere: readonly Column[]; beginning: readonly Column[] };

/**
 * The condition for rows that match `term`, or undefined for an empty term.
 *
 * @throws BAD_REQUEST for a term that is too long or holds control characters
 */
export function searchFilter<Column extends string>(
  term: string | null | undefined,
  { anywhere, beginning }: Columns<Column>,
) {
  if (!term) return undefined;
  const parsed = rule.safeParse(term);
  if (!parsed.success)
    throw apiError('BAD_REQUEST', 'The search term is too long or contains control characters.');
  if (!parsed.data) return undefined;
  const conditions =
    [...parsed.data].length < trigramLength
      ? beginning.map((column) => ({ [column]: { startsWith: literal(folded(parsed.data)) } }))
      : anywhere.map((column) => ({
          [column]: { contains: literal(parsed.data), mode: 'insensitive' as const },
        }));
  return { OR: conditions };
}
