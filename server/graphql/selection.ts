import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from './context.ts';

type SelectionOptions = {
  /** Paths of the record in the field's result. */
  paths?: string[][];
  /** The record's type, if the field returns an interface. */
  typeName?: string;
  /** Columns to load besides the selected ones. */
  columns?: readonly string[];
};

/**
 * The `select` of a Prisma query for the fields that the document selects. The type promises the id
 * only; the resolvers of the selected fields find the rest.
 */
export function selection(
  context: Context,
  info: GraphQLResolveInfo,
  { paths, typeName, columns = [] }: SelectionOptions = {},
): { select: { id: true } } {
  return queryFromInfo({
    context,
    info,
    ...(typeName ? { typeName } : {}),
    ...(paths ? { paths } : {}),
    select: Object.fromEntries(['id', ...columns].map((column) => [column, true])),
  }) as { select: { id: true } };
}

/** Paths of the entries in a connection. */
export const entryPaths = [['edges', 'node'], ['nodes']];
