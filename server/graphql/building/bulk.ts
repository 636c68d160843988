/** Bulk mutations. Rejected records are reported individually; the others are written. */
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { apiError, toUserErrors, type UserError, userError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';

export type BulkSteps<Row> = {
  find(ids: string[]): Promise<Row[]>;
  /** @throws {UserErrors} if the viewer may not change the record */
  check?: ((row: Row) => void) | undefined;
  /** Writes records in one transaction. Returns the IDs of records that still existed. */
  write(rows: Row[]): Promise<string[]>;
};

type BulkResult = { ids: string[]; errors: UserError[] };

/**
 * Runs a bulk mutation. If the database rejects the batch, retries records one by one.
 *
 * @throws BAD_REQUEST for no IDs or too many
 */
export async function runBulk<Row extends { id: string }>(
  ids: readonly (string | number)[],
  model: EntityModel,
  { find, check, write }: BulkSteps<Row>,
): Promise<BulkResult> {
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
