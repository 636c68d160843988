import type { ObjectRef } from '@pothos/core';
import { resolveCursorConnection } from '@pothos/plugin-relay';
import type { GraphQLResolveInfo } from 'graphql';
import {
  delegateOf,
  type RecordModel,
  type Records,
  type WhereOf,
  wordsOf,
} from '#server/database/client.ts';
import { namedStatement } from '#server/database/statements.ts';
import { type CountedModel, type EntityModel, entities, tableOf } from '#server/entities.ts';
import {
  type BoundedCount,
  type BuilderTypes,
  builder,
  type TotalCounts,
} from '#server/graphql/builder.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError } from '#server/graphql/errors.ts';
import { included } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import { checkSize, type Direction, encodeCursor, type PageArgs, pageQuery } from './keyset.ts';
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

/** Each count runs its statement once, however often it is selected: a page's price includes one of each. */
function totalCounts(
  count: (bound: { take?: number }) => Promise<number>,
  counter: (() => Promise<number>) | undefined,
): TotalCounts {
  let total: Promise<number> | undefined;
  let bounded: Promise<number> | undefined;
  const totalCount = () => (total ??= counter ? counter() : count({}));

  return {
    totalCount,
    async totalCountUpTo(limit) {
      if (limit < 1 || limit > limits.countMax) {
        throw apiError('BAD_REQUEST', `\`limit\` must be between 1 and ${limits.countMax}.`);
      }
      if (counter) return { count: await totalCount(), isExact: true };
      bounded ??= count({ take: limits.countMax + 1 });
      const found = await bounded;
      return { count: Math.min(found, limit), isExact: found <= limit };
    },
  };
}

const entryPaths = [['edges', 'node'], ['nodes']];

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Sort direction.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: A to Z, oldest to newest.' },
    DESC: { value: 'desc', description: 'Descending: Z to A, newest to oldest.' },
  } as const,
});

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
  /** Counts the records of several organizations without reading them. */
  countInOrganizations?: (() => Promise<number>) | undefined;
};

type Page<Row> = {
  edges: { cursor: string; node: Row }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
};

/**
 * Resolves a list. Entries have the columns that the document or the type itself selects, and the sort column.
 *
 * @throws BAD_REQUEST for a page size out of range, or a cursor of another list or order
 */
export async function listRecords<
  Model extends RecordModel,
  Column extends keyof Records[Model] & string,
>(model: Model, options: ListOptions<Model, Column>, { context, info }: Resolving) {
  const { args, where: given, orderBy, pageSize = limits.pageSize, countInOrganizations } = options;
  checkSize(args);
  const { field: column, direction } = orderBy ?? newestFirst;
  const records = delegateOf(context.database, model);
  const query = selection(context, info, { paths: entryPaths, columns: [column] });
  const conditions = Array.isArray(given) ? given.filter((each) => each !== undefined) : undefined;
  const where = conditions ? { AND: conditions } : given;
  const connection = await resolveCursorConnection(
    {
      args,
      defaultSize: pageSize,
      maxSize: limits.pageSizeMax,
      toCursor: (row) => encodeCursor(column, row as Records[Model]),
    },
    // With accelerators, @atrium/prisma-sql answers it.
    (page) =>
      records.findMany({ ...query, ...pageQuery(where, { model, column, direction }, page) }),
  );
  const countAll =
    conditions?.length === 0 && isCounted(model) ? () => countRows(context, model) : undefined;
  const count = (bound: object) => records.count({ where, ...bound });
  const counts = totalCounts(count, countInOrganizations ?? countAll);
  return { ...(connection as Page<Records[Model]>), ...counts };
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

const BoundedCountType = builder.objectRef<BoundedCount>('BoundedCount').implement({
  description: 'A count that ends at a limit.',
  fields: (t) => ({
    count: t.exposeInt('count', {
      description: 'Number of entries, or the limit if there are more.',
    }),
    isExact: t.exposeBoolean('isExact', {
      description: 'Whether all entries were counted. False if there are more than `count`.',
    }),
  }),
});

builder.globalConnectionField('totalCount', (t) =>
  t.int({
    complexity: included,
    description: 'Number of entries on all pages. Counted only when selected.',
    resolve: (connection) => connection.totalCount(),
  }),
);

builder.globalConnectionField('totalCountUpTo', (t) =>
  t.field({
    type: BoundedCountType,
    complexity: included,
    description:
      'Number of entries that match the filters, on all pages, counted up to `limit`. Much faster than `totalCount` for a search with many matches. Exact at any size without filters.',
    args: {
      limit: t.arg.int({
        required: true,
        defaultValue: limits.countMax,
        description: `Where counting ends. 1 to ${limits.countMax}.`,
      }),
    },
    resolve: (connection, { limit }) => connection.totalCountUpTo(limit),
  }),
);
