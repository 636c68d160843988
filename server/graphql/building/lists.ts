import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  delegateOf,
  type RecordModel,
  type Records,
  type WhereOf,
  wordsOf,
} from '#server/database/client.ts';
import { isIdOf } from '#server/database/ids.ts';
import { namedStatement } from '#server/database/named-statement.ts';
import { type CountedModel, type EntityModel, entities, tableOf } from '#server/entities.ts';
import { type BuilderTypes, builder } from '#server/graphql/builder.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { searchTerm as rule } from '#shared/rules/search.ts';
import { searchWords, searchWordsMax } from '#shared/search-words.ts';
import { type Direction, keysetConnection, OrderDirection, type PageArgs } from './connection.ts';
import type { InputFields } from './mutation.ts';
import { type Resolving, selection } from './selection.ts';

/** SQL that sums the initial count of the table `$1` and the parts that triggers have added. */
export const counter = (column: 'rows' | 'shared') => `(
  SELECT sum("${column}") FROM (
    SELECT "${column}" FROM "row_count" WHERE "table" = $1
    UNION ALL SELECT "${column}" FROM "row_count_part" WHERE "table" = $1
  ) AS "part")`;

const all = namedStatement(`SELECT ${counter('rows')} AS "rows"`);

const counted = new Set<string>(
  entities.filter(({ isCounted }) => isCounted).map(({ model }) => model),
);

const isCounted = (model: string): model is CountedModel => counted.has(model);

/** Reads the counter that triggers maintain instead of the table. */
async function countRows({ database }: Context, model: CountedModel): Promise<number> {
  const table = tableOf(model);
  const [found] = await database.$named<{ rows: string | null }>(all, [table]);
  if (!found?.rows) throw new Error(`The table ${table} has no counter.`);
  return Number(found.rows);
}

const entryPaths = [['edges', 'node'], ['nodes']];

/** Every listed record has these. */
const recordTimes = {
  CREATED_AT: { value: 'createdAt', description: 'Time of creation.' },
  UPDATED_AT: { value: 'updatedAt', description: 'Time of the last update.' },
} as const;

/** Input that sorts by the time of creation or of the last update, or by one of the fields, whose values are columns. */
export function orderInput<
  const Fields extends Record<string, { value: string; description: string }>,
>(model: EntityModel, records: string, values: Fields) {
  const type = builder.enumType(`${model}OrderField`, {
    description: `Fields to sort ${records} by.`,
    values: { ...recordTimes, ...values },
  });
  return builder.inputType(`${model}Order`, {
    description: `Sort order of ${records}.`,
    fields: (t) => ({
      field: t.field({ type, required: true, description: 'Field to sort by.' }),
      direction: t.field({ type: OrderDirection, required: true, description: 'Sort direction.' }),
    }),
  });
}

export const newestFirst = { field: 'createdAt', direction: 'desc' } as const;

type ListOptions<Model extends RecordModel, Column extends string> = {
  args: PageArgs;
  /** Prisma's. A list of conditions applies them all, without those that are undefined. */
  where: WhereOf<Model> | readonly (WhereOf<Model> | undefined)[];
  /** The field is a required column with times or texts, and needs an index that ends with the ID. By default the newest come first. */
  orderBy?: { field: Column; direction: Direction } | null | undefined;
  pageSize?: number;
  /** Counts without reading entries. Lists of all records of a counted model need none. */
  counter?: (() => Promise<number>) | undefined;
};

/**
 * Resolves a list. Entries have the columns that the document or the type itself selects, and the sort column.
 *
 * @throws BAD_REQUEST for a page size out of range, or a cursor of another list or order
 */
export function listRecords<
  Model extends RecordModel,
  Column extends keyof Records[Model] & string,
>(
  model: Model,
  { args, where: given, orderBy, pageSize, counter }: ListOptions<Model, Column>,
  { context, info }: Resolving,
) {
  const { field: column, direction } =
    orderBy ?? (newestFirst as { field: Column; direction: Direction });
  const records = delegateOf(context.database, model);
  const query = selection(context, info, { paths: entryPaths, columns: [column] });
  const conditions = Array.isArray(given) ? given.filter((each) => each !== undefined) : undefined;
  const where = conditions ? { AND: conditions } : given;
  const countAll =
    conditions?.length === 0 && isCounted(model) ? () => countRows(context, model) : undefined;
  return keysetConnection({
    args,
    ...(pageSize && { pageSize }),
    order: { model, column, direction },
    where,
    // With accelerators, @atrium/prisma-sql answers it.
    find: (page) => records.findMany({ ...query, ...page }),
    count: (bound) => records.count({ where, ...bound }),
    counter: counter ?? countAll,
  });
}

/** The type of a list's pages, named after the type of its entries. */
export function connectionOf<Shape>(
  type: ObjectRef<BuilderTypes, Shape>,
  records: string,
  its = 'its',
) {
  const words = wordsOf(type.name);
  const record = `${/^[aeio]/.test(words) ? 'An' : 'A'} ${words}`;
  return builder.connectionObject(
    { type, name: `${type.name}Connection`, description: `A page of ${records}.` },
    {
      name: `${type.name}Edge`,
      description: `${record} and ${its} cursor.`,
      nodeField: { description: `The ${words}.` },
    },
  );
}

/** Resolver of a list without arguments of its own. */
export const listOf =
  <Parent, Model extends RecordModel, Column extends keyof Records[Model] & string>(
    model: Model,
    options: (parent: Parent, context: Context) => Omit<ListOptions<Model, Column>, 'args'>,
  ) =>
  (parent: Parent, args: PageArgs, context: Context, info: GraphQLResolveInfo) =>
    listRecords(model, { args, ...options(parent, context) }, { context, info });

/** Filters of every list: by ID, and by time for programs that sync a copy. */

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
