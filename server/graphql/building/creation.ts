/** Mutations that create one record, whose ID the client may choose: sent again, they return the record. */
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import type { GraphQLResolveInfo } from 'graphql';
import {
  type Database,
  delegateOf,
  uncapitalized,
  violatedConstraint,
} from '#server/database/client.ts';
import { isIdOf, isRecentId, newId, prefixOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import type { Permission } from '#shared/permissions.ts';
import {
  defineMutation,
  type InputFields,
  type MutationOptions,
  type PayloadFields,
} from './mutation.ts';
import { recordPayload, writtenResult } from './selection.ts';

/** `hashes`: HMACs of who creates the record and of what they sent. Empty if the server has chosen the ID. */
export type NewRecord = { readonly id: string; readonly hashes: readonly string[] };

export const idErrors = ['ID_INVALID', 'ID_ALREADY_USED'] as const;

/** Input field of a creation. */
export const newIdField = (t: InputFields, model: EntityModel) =>
  t.id({
    description: `ID of the new record: a TypeID (\`${prefixOf(model)}_…\`) whose time is within a day from now. If you send the same input with it again, the record is returned and nothing is changed; anything else is ID_ALREADY_USED. Omit to have one chosen.`,
  });

/**
 * The ID of a new record: `id`, or another one if it is missing.
 *
 * @throws {UserErrors} ID_INVALID
 */
export function newRecord(
  { viewer, hmac }: Context,
  model: EntityModel,
  { id, sent }: { id: string | null | undefined; sent: unknown },
): NewRecord {
  if (id == null) return { id: newId(model), hashes: [] };
  if (!isIdOf(model, id) || !isRecentId(id)) throw userError('ID_INVALID', 'id');
  return { id, hashes: hmac.accepted('new record', JSON.stringify([viewer?.user.id, sent])) };
}

/** Rows for the IDs that clients have chosen. */
export const usedIdRows = (records: readonly NewRecord[]) =>
  records.flatMap(({ id, hashes: [hash] }) => (hash ? [{ id, hash }] : []));

/**
 * Call it first in the transaction that creates a record, so that a repeated request is recognised before a limit is.
 *
 * @throws the violated constraint, if the ID is used
 */
export async function reserve(
  transaction: Pick<Database, 'usedId'>,
  record: NewRecord,
): Promise<string> {
  const data = usedIdRows([record]);
  if (data.length > 0) await transaction.usedId.createMany({ data });
  return record.id;
}

/** Which of these records the same requests have created before, and which IDs are used at all. */
export async function findUses<Created extends NewRecord>(
  { database }: Context,
  model: EntityModel,
  records: readonly Created[],
): Promise<{ repeated: Created[]; used: Set<string> }> {
  if (records.length === 0) return { repeated: [], used: new Set() };
  const where = { id: { in: records.map(({ id }) => id) } };
  const reserved = await database.usedId.findMany({ where });
  const existing = await delegateOf(database, model).findMany({ where, select: { id: true } });
  const hashOf = new Map(reserved.map(({ id, hash }) => [id, hash]));
  const ids = new Set(existing.map(({ id }) => id));
  const isRepeated = ({ id, hashes }: Created) =>
    ids.has(id) && hashes.includes(hashOf.get(id) ?? '');
  return { repeated: records.filter(isRepeated), used: new Set([...hashOf.keys(), ...ids]) };
}

type CreationOptions<Fields extends InputFieldMap, Result extends object> = Omit<
  MutationOptions<Fields, Result>,
  'input' | 'payload' | 'resolve'
> & {
  creates: EntityModel;
  input: NonNullable<MutationOptions<Fields, Result>['input']>;
  /**
   * Checks permissions, then creates the record in a transaction, reserving its ID first. It is read afterwards, unless
   * the result has what the document selects of it.
   */
  resolve(
    input: InputShapeFromFields<Fields>,
    context: Context,
    record: NewRecord,
    info: GraphQLResolveInfo,
  ): Promise<Result | undefined>;
  /** Describes the record in the payload. */
  returns: string;
  payload?: PayloadFields<Result>;
};

/** Permissions that creations require. Some are enough in an organization. */
export const permissionsToCreate = new Set<Permission>();

export function defineCreation<Fields extends InputFieldMap, Result extends object = object>(
  name: string,
  options: CreationOptions<Fields, Result>,
): void {
  const { creates, input, errors = [], resolve, returns, payload, ...others } = options;
  const { authScopes } = options;
  if ('canSomewhere' in authScopes) permissionsToCreate.add(authScopes.canSomewhere);
  const key = uncapitalized(creates);
  const withId: MutationOptions<Fields, Result> = {
    ...others,
    errors: [...errors, ...idErrors],
    input: (t) => ({ id: newIdField(t, creates), ...input(t) }),
    resolve: async (sent, context, info) => {
      const { id, ...values } = sent as typeof sent & { id?: string | null };
      const record = newRecord(context, creates, { id, sent: [name, values] });
      let result = {} as Result;
      try {
        result = (await resolve(values as typeof sent, context, record, info)) ?? result;
      } catch (error) {
        // What comes before the first write has permitted the creation, whatever constraint it violates now.
        if (record.hashes.length === 0 || !violatedConstraint(error)) throw error;
        const { repeated, used } = await findUses(context, creates, [record]);
        if (!used.has(record.id)) throw error;
        if (repeated.length === 0) throw userError('ID_ALREADY_USED', 'id');
      }
      const written = (result as Record<string, { id: string } | undefined>)[key] ?? {
        id: record.id,
      };
      return { ...result, [key]: await writtenResult(creates, written, { context, info }) };
    },
    payload: (t) => ({ ...recordPayload(creates, returns)(t), ...payload?.(t) }),
  };
  defineMutation(name, withId);
}
