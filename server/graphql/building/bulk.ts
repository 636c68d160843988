/** Bulk mutations. Rejected records are reported individually; the others are written. */
import { isIdOf } from '#server/database/ids.ts';
import type { EntityModel } from '#server/entities.ts';
import { apiError, toUserErrors, type UserError, userError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';

type BulkSteps<Row> = {
  find(ids: string[]): Promise<Row[]>;
  /** @throws {UserErrors} if the viewer may not change the record */
  check?(row: Row): void;
  /** Writes records in one transaction. Returns the IDs of records that still existed. */
  write(rows: Row[]): Promise<string[]>;
};

type BulkResult = { ids: string[]; errors: UserError[] };

export const bulkIdsDescription = (records: string) =>
  `IDs of the ${records}, 1 to ${limits.nodesMax}. The errors of one name its position: \`["ids", "3"]\`.`;

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
  /** Position of each ID in the input. */
  const places = new Map<string, number>();
  const refused = new Map<string, UserError>();
  for (const [place, id] of ids.entries()) {
    if (!places.has(String(id))) places.set(String(id), place);
  }
  const refuse = (id: string, error: unknown) => {
    const [first] = toUserErrors(error, 'ids') ?? [];
    if (!first) throw error;
    refused.set(id, { code: first.code, field: ['ids', String(places.get(id))] });
  };
  const wellFormed = [...places.keys()].filter((id) => isIdOf(model, id));
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
  const written = new Set(accepted.length > 0 ? await writeAll(accepted, write, refuse) : []);
  for (const id of places.keys()) {
    if (!written.has(id) && !refused.has(id)) refuse(id, userError('NOT_FOUND'));
  }
  return {
    ids: [...places.keys()].filter((id) => written.has(id)),
    errors: [...places.keys()].flatMap((id) => refused.get(id) ?? []),
  };
}

/** Writes all records in one batch, or one by one if that is rejected. Returns the IDs of written records. */
async function writeAll<Row extends { id: string }>(
  rows: Row[],
  write: BulkSteps<Row>['write'],
  refuse: (id: string, error: unknown) => void,
): Promise<string[]> {
  try {
    return await write(rows);
  } catch (error) {
    if (!toUserErrors(error)) throw error;
  }
  const written: string[] = [];
  for (const row of rows) {
    try {
      written.push(...(await write([row])));
    } catch (error) {
      refuse(row.id, error);
    }
  }
  return written;
}
