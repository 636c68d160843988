import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from './context.ts';

type Place = {
  /** The fields of the result under which the record stands. */
  paths?: string[][];
  /** The record's type, where the field's own type is an interface. */
  typeName?: string;
  /** Columns to load besides those that were asked for. */
  columns?: readonly string[];
};

/**
 * The columns that a query asks of a record, for a Prisma call of our own. Typed as the least that
 * is always there; what else was asked for is found by the resolvers that asked.
 */
export function selection(
  context: Context,
  info: GraphQLResolveInfo,
  { paths, typeName, columns = [] }: Place = {},
): { select: { id: true } } {
  return queryFromInfo({
    context,
    info,
    ...(typeName ? { typeName } : {}),
    ...(paths ? { paths } : {}),
    select: Object.fromEntries(['id', ...columns].map((column) => [column, true])),
  }) as { select: { id: true } };
}

/** Where the entries of a connection stand in its result. */
export const entryPaths = [['edges', 'node'], ['nodes']];
