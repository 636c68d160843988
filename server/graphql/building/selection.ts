import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '#server/graphql/context.ts';

/** What a resolver was called with, besides arguments. */
export type Resolving = { context: Context; info: GraphQLResolveInfo };

type SelectionOptions<Column extends string> = {
  /** Paths of the record in the field's result. */
  paths?: string[][];
  /** Type of the record, if the field returns an interface. */
  typeName?: string;
  /** Columns to load besides the selected ones. */
  columns?: readonly Column[];
};

/**
 * Prisma `select` for the document's selection. The type promises only the ID and `columns`, because resolvers of the
 * selected fields read the rest.
 */
export function selection<Column extends string = never>(
  context: Context,
  info: GraphQLResolveInfo,
  { paths, typeName, columns = [] }: SelectionOptions<Column> = {},
): { select: { id: true } & Record<Column, true> } {
  const { queryFromInfo: find = queryFromInfo } = context;
  return find({
    context,
    info,
    ...(typeName ? { typeName } : {}),
    ...(paths ? { paths } : {}),
    select: Object.fromEntries(['id', ...columns].map((column) => [column, true as const])),
  }) as { select: { id: true } & Record<Column, true> };
}
