/** The record that a mutation returns, and the field of its payload. */
import type { ObjectRef } from '@pothos/core';
import { delegateOf, type RecordModel, uncapitalized } from '#server/database/models.ts';
import type { BuilderTypes } from '#server/graphql/builder.ts';
import type { PayloadFields } from './mutation.ts';
import { type Resolving, selection } from './selection.ts';

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
