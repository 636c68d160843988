/**
 * Search by substring, whatever the case. From three letters on the trigram index finds it anywhere
 * in the searched columns; shorter terms have no trigram and are looked for at the beginning of the
 * name, which has an index of its own.
 */
import { searchTerm as rule } from '#shared/rules/search.ts';
import { apiError } from './errors.ts';

const trigramLength = 3;

/** `%`, `_` and `\` mean themselves. */
function literal(term: string): string {
  return term.replace(/[\\%_]/g, '\\$&');
}

/** As the database folds `nameKey`. */
function folded(term: string): string {
  return term.normalize('NFKC').toUpperCase().toLowerCase();
}

type Columns<Column extends string> = { anywhere: readonly Column[]; beginning: readonly Column[] };

/**
 * The condition that finds `term`, or undefined for an empty one.
 *
 * @throws BAD_REQUEST for a term that is too long or holds control characters
 */
export function searchFilter<Column extends string>(
  term: string | null | undefined,
  { anywhere, beginning }: Columns<Column>,
) {
  const parsed = rule.safeParse(term ?? '');
  if (!parsed.success) throw apiError('BAD_REQUEST', 'This is nothing one can search for.');
  if (!parsed.data) return undefined;
  const conditions =
    [...parsed.data].length < trigramLength
      ? beginning.map((column) => ({ [column]: { startsWith: literal(folded(parsed.data)) } }))
      : anywhere.map((column) => ({
          [column]: { contains: literal(parsed.data), mode: 'insensitive' as const },
        }));
  return { OR: conditions };
}
