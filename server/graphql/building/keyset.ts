/**
 * Keyset pagination: every page costs the same, however deep. A cursor contains the sort value and the ID, and every
 * sort order ends with the ID.
 */
import type { ResolveCursorConnectionArgs } from '@pothos/plugin-relay';
import { modelOfId } from '#server/database/ids.ts';
import { getDatamodel } from '#server/generated/pothos-types.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { apiError } from '#server/graphql/errors.ts';
import { parseDateTime } from '#server/graphql/types/scalars.ts';
import { limits } from '#shared/limits.ts';

export type Direction = 'asc' | 'desc';

export type PageArgs = {
  first?: number | null | undefined;
  last?: number | null | undefined;
  after?: string | null | undefined;
  before?: string | null | undefined;
};

export type Order = {
  model: Prisma.ModelName;
  /** Required, and a time or a text. */
  column: string;
  direction: Direction;
};

/** JSON writes a `Date` as text. */
export function encodeCursor(
  column: string,
  row: { id: string; [column: string]: unknown },
): string {
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

/** @throws BAD_REQUEST for a page size out of range */
export function checkSize({ first, last }: PageArgs): void {
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
 * Prisma's query of a page.
 *
 * @throws BAD_REQUEST for a cursor of another list or order
 */
export function pageQuery(
  where: object,
  order: Order,
  { after, before, limit, inverted }: Omit<ResolveCursorConnectionArgs, 'totalCount'>,
) {
  const { column } = order;
  const forward = order.direction === 'asc' ? 'gt' : 'lt';
  const backward = order.direction === 'asc' ? 'lt' : 'gt';
  const direction = inverted === (order.direction === 'desc') ? 'asc' : 'desc';
  const bounds = [
    ...(after ? [beyond(column, decodeCursor(after, order), forward)] : []),
    ...(before ? [beyond(column, decodeCursor(before, order), backward)] : []),
  ];
  return {
    where: bounds.length ? { AND: [where, ...bounds] } : where,
    orderBy: [{ [column]: direction }, { id: direction }],
    take: limit,
  };
}
