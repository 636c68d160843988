/** Which records a list has: those that are searched for, and those that its filter selects. */
import type { Records } from '#server/database/client.ts';
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { getDatamodel } from '#server/generated/pothos-types.ts';
import { builder } from '#server/graphql/builder.ts';
import { apiError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { searchTerm as rule } from '#shared/rules/search.ts';
import { searchWords, searchWordsMax } from '#shared/search-words.ts';
import type { InputFields } from './mutation.ts';
import { type Asking, visibleWhere } from './visible-records.ts';

const periods = {
  DateTime: { of: 'time', from: 'At or after this time.', before: 'Before this time.' },
  Date: { of: 'days', from: 'On or after this day.', before: 'Before this day.' },
};

const definePeriodFilter = <Type extends keyof typeof periods>(type: Type) =>
  builder.inputType(`${type}Filter` as string, {
    description: `A period of ${periods[type].of}. It is open where an end is omitted.`,
    fields: (t) => ({
      from: t.field({ type, description: periods[type].from }),
      before: t.field({ type, description: periods[type].before }),
    }),
  });

const periodFilters = new Map<string, unknown>();

/** Input for a period. The API has one of days once a list is filtered by a day. */
export function periodFilter<Type extends keyof typeof periods>(type: Type) {
  const filter = periodFilters.get(type) ?? definePeriodFilter(type);
  periodFilters.set(type, filter);
  return filter as ReturnType<typeof definePeriodFilter<Type>>;
}

/** Filter fields of a list of `records`, combined with AND: by ID, and by time for programs that sync a copy. */
export const recordFilterFields = (t: InputFields, records: string) => ({
  ids: t.idList({
    description: `Only ${records} with these IDs, at most ${limits.nodesMax}. Unknown IDs are ignored.`,
  }),
  createdAt: t.field({
    type: periodFilter('DateTime'),
    description: `Only ${records} created in this period.`,
  }),
  updatedAt: t.field({
    type: periodFilter('DateTime'),
    description: `Only ${records} last updated in this period. To keep a copy up to date, page by UPDATED_AT from a minute before the largest value read so far.`,
  }),
});

/** Times, or days as texts. */
type Period = {
  from?: Date | string | null | undefined;
  before?: Date | string | null | undefined;
};

/** Condition for times in a period. Undefined if it is open at both ends. */
export function within(column: string, { from, before }: Period) {
  if (!from && !before) return undefined;
  return {
    [column]: {
      ...(from && { gte: new Date(from) }),
      ...(before && { lt: new Date(before) }),
    },
  };
}

/** IDs, and values or periods of columns. */
type RecordFilter<Model extends EntityModel> = { ids?: readonly string[] | null | undefined } & {
  [Column in keyof Records[Model]]?:
    | Exclude<Records[Model][Column], Date>
    | Period
    | null
    | undefined;
};

const { models } = getDatamodel().datamodel;

/** Conditions on a column. A record that it refers to matches nothing unless the viewer sees it. */
function columnConditions(model: EntityModel, [column, value]: [string, unknown], context: Asking) {
  if (value === null || value === undefined) return [];
  if (typeof value === 'object') return [within(column, value)];
  const relation = models[model]?.fields.find((field) =>
    field.relationFromFields?.includes(column),
  );
  const visible = relation ? visibleWhere(relation.type as EntityModel, context) : [];
  return [{ [column]: value }, ...visible.map((where) => ({ [relation?.name ?? '']: where }))];
}

/**
 * Conditions of a filter; none for an empty filter.
 *
 * @throws BAD_REQUEST for too many IDs
 */
export function recordConditions<Model extends EntityModel>(
  model: Model,
  filter: RecordFilter<Model> | null | undefined,
  context: Asking,
) {
  const { ids, ...columns } = filter ?? {};
  if (ids && ids.length > limits.nodesMax) {
    throw apiError('BAD_REQUEST', `At most ${limits.nodesMax} IDs are allowed.`);
  }
  return [
    ids ? { id: { in: ids.filter((id) => isIdOf(model, id)) } } : undefined,
    ...Object.entries(columns).flatMap((column) => columnConditions(model, column, context)),
  ].filter((condition) => condition !== undefined);
}

/** Arguments of a list that is searched and filtered by columns. */
export type ListArgs<Model extends EntityModel> = {
  searchTerm?: string | null | undefined;
  filter?: RecordFilter<Model> | null | undefined;
};

/**
 * Conditions of a list that is searched and filtered by columns; none without both.
 *
 * @throws BAD_REQUEST for an invalid search term, or too many IDs
 */
export const listConditions = <Model extends EntityModel>(
  model: Model,
  { searchTerm, filter }: ListArgs<Model>,
  context: Asking,
) =>
  [
    searchFilter(searchTerm, { anywhere: 'searchText', words: 'searchName' }),
    ...recordConditions(model, filter, context),
  ].filter((condition) => condition !== undefined);

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
