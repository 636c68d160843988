import { getRefFromModel, queryFromInfo } from '@pothos/plugin-prisma';
import type { GraphQLResolveInfo } from 'graphql';
import { delegateOf, type RecordModel, uncapitalized } from '#server/database/client.ts';
import type { EntityModel } from '#server/entities.ts';
import { builder } from '#server/graphql/builder.ts';
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
  const find = context.acceleratedQuery ?? queryFromInfo;
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

/** The record that `written` is the row of. Read only if the document selects what the row lacks. */
export async function writtenResult(
  model: EntityModel,
  written: object & { id: string },
  { context, info }: Resolving,
) {
  const { select } = selection(context, info, { paths: [[uncapitalized(model)]] });
  const isWhole = Object.keys(select).every((column) => column in written);
  if (isWhole) return written;
  return delegateOf(context.database, model).findUniqueOrThrow({
    select,
    where: { id: written.id },
  });
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

/** The type of an entity's records. */
export const typeOf = (model: EntityModel) => getRefFromModel(model, builder);

type RecordType = ReturnType<typeof typeOf>;
type FieldType = 'ID' | ['ID'] | RecordType | [RecordType];

type PayloadField = { description: string; complexity?: ReturnType<typeof cost> };

/** The payload's field `key`, with what the resolver returns under this name. */
export const payloadField =
  <Result extends object>(
    key: string,
    type: FieldType,
    field: PayloadField,
  ): PayloadFields<Result> =>
  (t) => ({
    [key]: t.field({
      ...field,
      type: type as 'ID',
      nullable: true,
      resolve: (result) => (result as Record<string, string | undefined>)[key],
    }),
  });

/** The payload's field with a record, named after its model. */
export const recordPayload = <Result extends object>(model: EntityModel, description: string) =>
  payloadField<Result>(uncapitalized(model), typeOf(model), {
    description: `${description} Null if the input was refused.`,
  });

/** The same for several records in the field `key`, at most `entries`. */
export const recordsPayload = <Result extends object>(
  key: string,
  model: EntityModel,
  description: string,
  entries: number = limits.nodesMax,
) =>
  payloadField<Result>(key, [typeOf(model)], {
    complexity: cost({ statements: 1, entries }),
    description: `${description} Null if the input was refused.`,
  });

/** The payload's field with the viewer. */
export const viewerPayload =
  <Result extends object>(description: string): PayloadFields<Result> =>
  (t) => ({
    viewer: t.field({
      type: 'Viewer',
      nullable: true,
      description,
      resolve: ({ errors }, _args, { viewer }) => (errors.length > 0 ? null : viewer),
    }),
  });
