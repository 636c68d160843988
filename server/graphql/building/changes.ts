/** Mutations of records that their input names: of one by `id`, or of several by `ids`. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { uncapitalized, wordsOf } from '#server/database/models.ts';
import type { EntityModel } from '#server/entities.ts';
import type { Context } from '#server/graphql/context.ts';
import type { FreshRule } from '#server/graphql/fresh-session.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import { type BulkSteps, runBulk } from './bulk.ts';
import {
  defineMutation,
  type InputFields,
  type MutationOptions,
  type PayloadFields,
} from './mutation.ts';
import {
  payloadField,
  recordPayload,
  recordResult,
  recordResults,
  recordsPayload,
} from './selection.ts';

type Given<Fields extends InputFieldMap> = InputShapeFromFields<Fields>;

type Changing<Fields extends InputFieldMap, Result extends object> = Omit<
  MutationOptions<Fields, Result>,
  'fresh' | 'input' | 'payload' | 'resolve'
> & {
  changes: EntityModel;
  input: { description: string; fields?(t: InputFields): Fields };
  /** Describes the record in the payload. Or its ID, in the field of this name. */
  returns: string | Readonly<Record<string, string>>;
};

type WithId<Fields extends InputFieldMap> = Given<Fields> & { id: string };

type ChangeOptions<Fields extends InputFieldMap, Result extends object> = Changing<
  Fields,
  Result
> & {
  /** Its `isNeeded` names the type of the input that it reads. */
  fresh?: FreshRule<never>;
  /** Checks permissions and changes the record. It is read afterwards, unless the result has it. */
  resolve(
    input: WithId<Fields>,
    context: Context,
    info: GraphQLResolveInfo,
  ): Promise<Result | undefined>;
  /** Further fields. */
  payload?: PayloadFields<Result>;
};

/** A mutation of the record with the `id` in its input. NOT_FOUND if there is none. */
export function defineChange<Fields extends InputFieldMap, Result extends object = object>(
  name: string,
  options: ChangeOptions<Fields, Result>,
): void {
  const { changes: model, input, fresh, returns, resolve, payload, ...others } = options;
  const [idField] = typeof returns === 'string' ? [] : Object.entries(returns);
  const record = uncapitalized(model);
  const fields: PayloadFields<Result> = idField
    ? payloadField(idField[0], 'ID', { description: idField[1] })
    : recordPayload(model, String(returns));
  const id = { required: true, description: `ID of the ${wordsOf(model)}.` } as const;
  const change: MutationOptions<Fields, Result> = {
    ...(others as Pick<typeof change, 'audit' | 'authScopes' | 'description'>),
    ...(fresh && { fresh: fresh as FreshRule }),
    target: { field: 'id', model },
    input: {
      description: input.description,
      fields: (t) => ({ id: t.id(id), ...(input.fields?.(t) as Fields) }),
    },
    async resolve(sent, context, info) {
      const { id } = sent as WithId<Fields>;
      const result = (await resolve(sent as WithId<Fields>, context, info)) ?? ({} as Result);
      if (idField) return { ...result, [idField[0]]: id };
      if (record in result) return result;
      return { ...result, [record]: await recordResult(model, id, { context, info }) };
    },
    payload: (t) => ({ ...fields(t), ...payload?.(t) }),
  };
  defineMutation(name, change);
}

type BulkOptions<Row, Fields extends InputFieldMap> = Changing<Fields, object> & {
  fresh?: FreshRule;
  /** Plural of the records, which the payload's field is named by. */
  records: string;
  /** What is done with those that are found. */
  steps(input: Given<Fields>, context: Context): BulkSteps<Row>;
};

/** A mutation of the records with the `ids` in its input, with an error for each that is refused. */
export function defineBulkChange<Row extends { id: string }, Fields extends InputFieldMap>(
  name: string,
  options: BulkOptions<Row, Fields>,
): void {
  const { changes: model, records, input, errors = [], returns, steps, ...others } = options;
  const [idsField] = typeof returns === 'string' ? [] : Object.entries(returns);
  const ids = {
    required: true,
    description: `IDs of the ${wordsOf(records)}, 1 to ${limits.nodesMax}. The errors of one name its position: \`["ids", "3"]\`.`,
  } as const;
  const change: MutationOptions<Fields, object> = {
    ...(others as Pick<typeof change, 'audit' | 'authScopes' | 'description'>),
    errors: ['NOT_FOUND', ...errors],
    input: {
      description: input.description,
      fields: (t) => ({ ids: t.idList(ids), ...(input.fields?.(t) as Fields) }),
    },
    async resolve(sent, context, info) {
      const { ids, ...given } = sent as typeof sent & { ids: string[] };
      const planned = steps(given as object as typeof sent, context);
      const { ids: changed, errors } = await runBulk(ids, model, planned);
      if (idsField) return { [idsField[0]]: changed, errors };
      const found = await recordResults(model, changed, { context, info, key: records });
      return { [records]: found, errors };
    },
    payload: idsField
      ? payloadField(idsField[0], ['ID'], {
          complexity: cost({ entries: limits.nodesMax }),
          description: idsField[1],
        })
      : recordsPayload(records, model, String(returns)),
  };
  defineMutation(name, change);
}
