import type { ObjectRef } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { delegateOf, type RecordModel, uncapitalized } from '#server/database/models.ts';
import type { BuilderTypes } from '#server/graphql/builder.ts';
import type { Context } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import type { PayloadFields } from './mutation.ts';

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

/** Reads a written record, as the document selects it in the payload's field with the model's name. */
export function recordResult<Model extends RecordModel>(
  model: Model,
  id: string,
  { context, info }: Resolving,
) {
  const paths = [[uncapitalized(model)]];
  const query = { ...selection(context, info, { paths }), where: { id } };
  return delegateOf(context.database, model).findUniqueOrThrow(query);
}

/** The same for several records, ordered by ID, in the payload's field `key`. */
export async function recordResults<Model extends RecordModel>(
  model: Model,
  ids: readonly string[],
  { context, info, key }: Resolving & { key: string },
) {
  if (ids.length === 0) return [];
  const query = selection(context, info, { paths: [[key]] });
  const where = { id: { in: ids } };
  return delegateOf(context.database, model).findMany({ ...query, where, orderBy: { id: 'asc' } });
}

type Row = { id: string };

/** The payload's field `key` with the record that `resolve` returns under this name. */
export function recordPayload<
  Key extends string,
  Found extends Row,
  Result extends { [Name in Key]: Found },
>(key: Key, type: ObjectRef<BuilderTypes, Found>, description: string): PayloadFields<Result> {
  const record: ObjectRef<BuilderTypes, Row> = type;
  return (t) => ({
    [key]: t.field({
      type: record,
      nullable: true,
      description: `${description} Null if the input was refused.`,
      resolve: (result) => result[key],
    }),
  });
}

/** The same for several records, at most `nodesMax`. */
export function recordsPayload<
  Key extends string,
  Found extends Row,
  Result extends { [Name in Key]: Found[] },
>(key: Key, type: ObjectRef<BuilderTypes, Found>, description: string): PayloadFields<Result> {
  const record: ObjectRef<BuilderTypes, Row> = type;
  return (t) => ({
    [key]: t.field({
      type: [record],
      nullable: true,
      complexity: cost({ statements: 1, entries: limits.nodesMax }),
      description: `${description} Null if the input was refused.`,
      resolve: (result) => (result as Record<string, Row[] | undefined>)[key],
    }),
  });
}
