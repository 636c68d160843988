import type { ObjectRef } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  delegateOf,
  type RecordModel,
  type Records,
  type WhereOf,
  wordsOf,
} from '#server/database/client.ts';
import { namedStatement } from '#server/database/named-statement.ts';
import { type CountedModel, type EntityModel, entities, tableOf } from '#server/entities.ts';
import { type BuilderTypes, builder } from '#server/graphql/builder.ts';
import type { Context } from '#server/graphql/context.ts';
import { type Direction, keysetConnection, OrderDirection, type PageArgs } from './keyset.ts';
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
