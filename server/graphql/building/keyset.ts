/**
 * Keyset pagination: every page costs the same, however deep. A cursor contains the sort value and the ID, and every
 * sort order ends with the ID.
 */
import { resolveCursorConnection } from '@pothos/plugin-relay';
import { modelOfId } from '#server/database/ids.ts';
import { getDatamodel } from '#server/generated/pothos-types.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { type BoundedCount, builder, type TotalCounts } from '#server/graphql/builder.ts';
import { apiError } from '#server/graphql/errors.ts';
import { included } from '#server/graphql/limits/price.ts';
import { parseDateTime } from '#server/graphql/types/scalars.ts';
import { limits } from '#shared/limits.ts';

export const OrderDirection = builder.enumType('OrderDirection', {
  description: 'Sort direction.',
  values: {
    ASC: { value: 'asc', description: 'Ascending: A to Z, oldest to newest.' },
    DESC: { value: 'desc', description: 'Descending: Z to A, newest to oldest.' },
  } as const,
});

export type Direction = 'asc' | 'desc';

export type PageArgs = {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
};

type Order = {
  model: Prisma.ModelName;
  /** Required, and a time or a text. */
  column: string;
  direction: Direction;
};

type Page<Row> = {
  edges: { cursor: string; node: Row }[];
  pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
} & TotalCounts;

type ConnectionOptions<Row> = {
  args: PageArgs;
  pageSize?: number;
  order: Order;
  where: object;
  /** Loads the page in one query. Rows must include the ID and the sort column. */
  find(page: { where: object; orderBy: object[]; take: number }): Promise<Row[]>;
  /** Counts by reading entries, at most `take`. Called only if a count is selected. */
  count(bound: { take?: number }): Promise<number>;
  /** Counts without reading entries, if possible. */
  counter?: (() => Promise<number>) | undefined;
};

/** JSON writes a `Date` as text. */
function encodeCursor(column: string, row: { id: string; [column: string]: unknown }): string {
  return Buffer.from(JSON.stringify([column, row[column], row.id])).toString('base64url');
}

/** Longer than any cursor: NFKC expands a name of 100 characters to at most 1,800. */
const longestCursor = 10_000;

const { models } = getDatamodel().datamodel;

/** Parses a sort value. Returns undefined if PostgreSQL couldn't compare it. */
function sortValue({ model, column }: Order, key: unknown): string | Date | undefined {
  const field = models[model]?.fields.find(({ name }) => name === column);
  if (field?.type === 'DateTime') return parseDateTime(key);
  return typeof key === 'string' && key.isWellFormed() && !key.includes('\0') ? key : undefined;
}

function decodeCursor(cursor: string, order: Order): { value: string | Date; id: string } {
  try {
    if (cursor.length > longestCursor) throw new RangeError();
    const [name, key, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const value = sortValue(order, key);
    if (name === order.column && value !== undefined && typeof id === 'string' && modelOfId(id)) {
      return { value, id };
    }
  } catch {
    // Malformed base64 or JSON: rejected below.
  }
  throw apiError('BAD_REQUEST', 'Invalid cursor: it belongs to another list or sort order.');
}

/** Entries beyond another one. The redundant bound on the column lets PostgreSQL use the index. */
export function beyond(
  column: string,
  { value, id }: { value: string | Date; id: string },
  operator: 'gt' | 'lt',
) {
  return {
    AND: [
      { [column]: { [`${operator}e`]: value } },
      { OR: [{ [column]: { [operator]: value } }, { id: { [operator]: id } }] },
    ],
  };
}

function checkSize({ first, last }: PageArgs): void {
  const sizes = [first, last].filter((size) => size != null);
  const fits = (size: number) => size >= 1 && size <= limits.pageSizeMax;
  if (sizes.length > 1) throw apiError('BAD_REQUEST', '`first` and `last` cannot be combined.');
  if (!sizes.every(fits)) {
    throw apiError(
      'BAD_REQUEST',
      `\`first\` and \`last\` must be between 1 and ${limits.pageSizeMax}.`,
    );
  }
}

/**
 * Resolves a connection by keyset pagination.
 *
 * @throws BAD_REQUEST for a page size out of range, or a cursor of another list or order
 */
export async function keysetConnection<Row extends { id: string }>(
  options: ConnectionOptions<Row>,
): Promise<Page<Row>> {
  const { args, pageSize = limits.pageSize, order, where, find } = options;
  checkSize(args);
  const { column } = order;
  const connection = await resolveCursorConnection(
    {
      args,
      defaultSize: pageSize,
      maxSize: limits.pageSizeMax,
      toCursor: (entry) => encodeCursor(column, entry as Row),
    },
    ({ after, before, limit, inverted }) => {
      const forward = order.direction === 'asc' ? 'gt' : 'lt';
      const backward = order.direction === 'asc' ? 'lt' : 'gt';
      const direction = inverted === (order.direction === 'desc') ? 'asc' : 'desc';
      const bounds = [
        ...(after ? [beyond(column, decodeCursor(after, order), forward)] : []),
        ...(before ? [beyond(column, decodeCursor(before, order), backward)] : []),
      ];
      return find({
        where: bounds.length ? { AND: [where, ...bounds] } : where,
        orderBy: [{ [column]: direction }, { id: direction }],
        take: limit,
      });
    },
  );
  return { ...(connection as Omit<Page<Row>, keyof TotalCounts>), ...totalCounts(options) };
}

type Counting = Pick<ConnectionOptions<never>, 'count' | 'counter'>;

/** Each count runs its statement once, however often it is selected: a page's price includes one of each. */
function totalCounts({ count, counter }: Counting): TotalCounts {
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
    description:
      'Number of entries that match the filters, on all pages. Computed only when selected.',
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
