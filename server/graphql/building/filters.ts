/** Filters of every list: by ID, and by time for programs that sync a copy. */
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { builder } from '#server/graphql/builder.ts';
import { apiError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { searchTerm as rule } from '#shared/rules/search.ts';
import { searchWords, searchWordsMax } from '#shared/search-words.ts';
import type { InputFields } from './mutation.ts';

export const DateTimeFilter = builder.inputType('DateTimeFilter', {
  description: 'A period of time. It is open where an end is omitted.',
  fields: (t) => ({
    from: t.field({ type: 'DateTime', description: 'At or after this time.' }),
    before: t.field({ type: 'DateTime', description: 'Before this time.' }),
  }),
});

/** Filter fields of a list of `records`, combined with AND. */
export const recordFilterFields = (t: InputFields, records: string) => ({
  ids: t.idList({
    description: `Only ${records} with these IDs, at most ${limits.nodesMax}. Unknown IDs are ignored.`,
  }),
  createdAt: t.field({
    type: DateTimeFilter,
    description: `Only ${records} created in this period.`,
  }),
  updatedAt: t.field({
    type: DateTimeFilter,
    description: `Only ${records} last updated in this period. To keep a copy up to date, page by UPDATED_AT from a minute before the largest value read so far.`,
  }),
});

type Period = { from?: Date | null | undefined; before?: Date | null | undefined };

export type RecordFilter = {
  ids?: readonly string[] | null | undefined;
  createdAt?: Period | null | undefined;
  updatedAt?: Period | null | undefined;
};

/** Condition for times in a period. Undefined if it is open at both ends. */
export function within(column: string, { from, before }: Period) {
  if (!from && !before) return undefined;
  return { [column]: { ...(from ? { gte: from } : {}), ...(before ? { lt: before } : {}) } };
}

/**
 * Conditions of a filter; none for an empty filter.
 *
 * @throws BAD_REQUEST for too many IDs
 */
export function recordConditions(model: EntityModel, filter: RecordFilter | null | undefined) {
  const { ids, createdAt, updatedAt } = filter ?? {};
  if (ids && ids.length > limits.nodesMax) {
    throw apiError('BAD_REQUEST', `At most ${limits.nodesMax} IDs are allowed.`);
  }
  return [
    ids ? { id: { in: ids.filter((id) => isIdOf(model, id)) } } : undefined,
    createdAt ? within('createdAt', createdAt) : undefined,
    updatedAt ? within('updatedAt', updatedAt) : undefined,
  ].filter((condition) => condition !== undefined);
}

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
