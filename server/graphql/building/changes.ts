/** Mutations of records that their input names: of one by `id`, or of several by `ids`. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import { uncapitalized, wordsOf } from '#server/database/client.ts';
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError, toUserErrors, type UserError, userError } from '#server/graphql/errors.ts';
import { cost } from '#server/graphql/limits/price.ts';
import type { FreshRule } from '#server/graphql/refusal.ts';
import { limits } from '#shared/limits.ts';
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
  input?: (t: InputFields) => Fields;
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
    input: (t) => ({ id: t.id(id), ...(input?.(t) as Fields) }),
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

export type BulkSteps<Row> = {
  find(ids: string[]): Promise<Row[]>;
  /** @throws {UserErrors} if the viewer may not change the record */
  check?: ((row: Row) => void) | undefined;
  /** Writes records in one transaction. Returns the IDs of records that still existed. */
  write(rows: Row[]): Promise<string[]>;
};

/**
 * Runs a bulk mutation. If the database rejects the batch, retries records one by one.
 *
 * @throws BAD_REQUEST for no IDs or too many
 */
async function runBulk<Row extends { id: string }>(
  ids: readonly (string | number)[],
  model: EntityModel,
  { find, check, write }: BulkSteps<Row>,
): Promise<{ ids: string[]; errors: UserError[] }> {
  if (ids.length < 1 || ids.length > limits.nodesMax) {
    throw apiError('BAD_REQUEST', `\`ids\` must hold 1 to ${limits.nodesMax} IDs.`);
  }
  const sent = ids.map(String);
  const unique = [...new Set(sent)];
  const written = new Set<string>();
  const refused = new Map<string, UserError>();
  const refuse = (id: string, error: unknown) => {
    const [first] = toUserErrors(error, 'ids') ?? [];
    if (!first) throw error;
    refused.set(id, { code: first.code, field: ['ids', String(sent.indexOf(id))] });
  };
  async function writeAll(rows: Row[]): Promise<void> {
    try {
      for (const id of await write(rows)) written.add(id);
    } catch (error) {
      if (rows.length > 1 && !toUserErrors(error)) throw error;
      for (const row of rows) await (rows.length > 1 ? writeAll([row]) : refuse(row.id, error));
    }
  }
  const wellFormed = unique.filter((id) => isIdOf(model, id));
  const found = wellFormed.length > 0 ? await find(wellFormed) : [];
  const accepted = found.filter((row) => {
    try {
      check?.(row);
      return true;
    } catch (error) {
      refuse(row.id, error);
      return false;
    }
  });
  if (accepted.length > 0) await writeAll(accepted);
  for (const id of unique) {
    if (!written.has(id) && !refused.has(id)) refuse(id, userError('NOT_FOUND'));
  }
  return {
    ids: unique.filter((id) => written.has(id)),
    errors: unique.flatMap((id) => refused.get(id) ?? []),
  };
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
    input: (t) => ({ ids: t.idList(ids), ...(input?.(t) as Fields) }),
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

export type Versioned = { expectedUpdatedAt?: Date | null | undefined };

/** Input field of updates: what `requireUnchanged` compares. */
export const expectedUpdatedAt = (t: InputFields) =>
  t.field({
    type: 'DateTime',
    description:
      'Value of `updatedAt` that the changes are based on: RECORD_CHANGED if the record was updated since. Omit to overwrite it.',
  });

/**
 * Call it with the locked record.
 *
 * @throws {UserErrors} RECORD_CHANGED if the record was updated since the client read it
 */
export function requireUnchanged(
  stored: { updatedAt: Date },
  { expectedUpdatedAt: expected }: Versioned,
) {
  if (expected && expected.getTime() !== stored.updatedAt.getTime()) {
    throw userError('RECORD_CHANGED', 'expectedUpdatedAt');
  }
}
