import type { GraphQLResolveInfo } from 'graphql';
import { omitted } from '#server/database/client.ts';
import { namedStatement } from '#server/database/statements.ts';
import {
  eventColumns,
  eventValues,
  recordEvent,
  withEvents,
} from '#server/features/audit-log/audit-log.ts';
import { Prisma, type Repository } from '#server/generated/prisma/client.ts';
import { requireUnchanged, type Versioned } from '#server/graphql/building/changes.ts';
import { type NewRecord, usedIdRows } from '#server/graphql/building/creation.ts';
import { selection } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { eventOf } from './policy.ts';

type Field = keyof typeof repositoryRules.shape;
type Fields = Pick<Prisma.RepositoryUncheckedCreateInput, Field>;
type Stored = Required<Fields> & { id: string; organizationId: string | null };

const editable = Object.keys(repositoryRules.shape) as Field[];
const editableColumns = Prisma.raw(editable.map((field) => `"${field}"`).join(', '));

const selected = (context: Context, info: GraphQLResolveInfo) =>
  selection(context, info, { paths: [['repository']], columns: [...editable, 'organizationId'] });

/** Columns that a new repository is written with, besides its times. */
export const writtenColumns = ['id', 'organizationId', ...editable]
  .map((column) => `"${column}"`)
  .join(', ');

const readColumns = Object.values(Prisma.RepositoryScalarFieldEnum)
  .filter((column) => !(column in omitted.repository))
  .map((column) => `"${column}"`)
  .join(', ');

/** The first parameter is the repository as JSON, the second its ID if the client has chosen it. */
const creation = namedStatement(`
  WITH "used" AS (
    INSERT INTO "used_id" ("id", "hash")
    SELECT "id", "hash" FROM json_populate_recordset(NULL::"used_id", $2::json)
  ), "written" AS (
    INSERT INTO "repository" (${writtenColumns}, "createdAt", "updatedAt")
    SELECT ${writtenColumns}, now(), now() FROM json_populate_record(NULL::"repository", $1::json)
    RETURNING ${readColumns}
  )
  ${withEvents('written', 3)}
  SELECT * FROM "written"`);

/** Returns the repository with all its columns, and without what it is related to. */
export async function createRepository(
  context: Context,
  { record, ...fields }: Omit<Stored, 'id'> & { record: NewRecord },
): Promise<Repository> {
  const event = eventOf(context, 'repository_created');
  const statement = { ...creation, writes: true };
  const [repository] = await context.database.$named<Repository>(statement, [
    JSON.stringify({ id: record.id, ...fields }),
    JSON.stringify(usedIdRows([record])),
    ...eventColumns([eventValues(event, record.id)]),
  ]);
  return repository as Repository;
}

/**
 * Undefined fields stay unchanged. The audit log gets the changed fields and the former name, if a value changed.
 *
 * @throws {UserErrors} NOT_FOUND if the repository doesn't exist, RECORD_CHANGED
 */
export function updateRepository(
  context: Context,
  info: GraphQLResolveInfo,
  { id, expectedUpdatedAt, ...data }: Partial<Fields> & Versioned & { id: string },
) {
  return context.database.$transaction(async (transaction) => {
    // Lock first, so that each audit event has the name that its own update replaced.
    const [before] = await transaction.$queryRaw<(Required<Fields> & { updatedAt: Date })[]>`
      SELECT ${editableColumns}, "updatedAt" FROM "repository" WHERE "id" = ${id} FOR UPDATE`;
    if (!before) throw userError('NOT_FOUND', 'id');
    requireUnchanged(before, { expectedUpdatedAt });
    const query = { ...selected(context, info), where: { id }, data };
    const repository = await transaction.repository.update(query);
    const changedFields = editable.filter((field) => repository[field] !== before[field]);
    if (changedFields.length > 0) {
      const { name, organizationId } = repository;
      const { kind, actorId, byManager = false } = eventOf(context, 'repository_updated');
      // Last, because the limit on events waits for other transactions.
      await recordEvent(transaction, {
        kind,
        actorId,
        byManager,
        recordId: id,
        subjectName: name,
        organizationId,
        changedFields,
        detail: name === before.name ? null : before.name,
      });
    }
    return repository;
  });
}

/** Columns that both tables have. A deleted repository has no generated columns. */
const kept = Object.keys(Prisma.DeletedRepositoryScalarFieldEnum)
  .filter((column) => column in Prisma.RepositoryScalarFieldEnum && column !== 'updatedAt')
  .map((column) => `"${column}"`)
  .join(', ');

type Move = {
  from: string;
  to: string;
  where: string;
  /** Keeps what belongs to the repositories, or brings it back. */
  dependents: 'keep_dependents' | 'restore_dependents';
  /** Whether the new rows name who moved them, the second parameter. */
  namesActor: boolean;
};

/** Moves rows between the two tables, ordered by ID to avoid deadlocks. */
const moveStatement = ({ from, to, where, dependents, namesActor }: Move) => `
  WITH "chosen" AS (
    SELECT "id" FROM "${from}" WHERE "id" = ANY($1) AND ${where} ORDER BY "id" FOR UPDATE
  ), "taken" AS (
    DELETE FROM "${from}" AS "old" USING "chosen" WHERE "old"."id" = "chosen"."id"
    RETURNING "old".*
  ), "written" AS (
    INSERT INTO "${to}" (${kept}, "updatedAt"${namesActor ? ', "deletedById"' : ''})
    SELECT ${kept}, clock_timestamp()${namesActor ? ', $2' : ''} FROM "taken"
    RETURNING "id", "name", "organizationId"
  )
  ${withEvents('written', namesActor ? 3 : 2)}
  SELECT "id" FROM "written", (SELECT ${dependents}(array_agg("id")) FROM "written") AS "moved"`;

const moves = {
  repository_deleted: moveStatement({
    from: 'repository',
    to: 'deleted_repository',
    where: 'true',
    dependents: 'keep_dependents',
    namesActor: true,
  }),
  // The cleanup of expired rows runs only hourly, so check their age here too.
  repository_restored: moveStatement({
    from: 'deleted_repository',
    to: 'repository',
    where: `"deletedAt" > now() - interval '${limits.restorableHours} hours'`,
    dependents: 'restore_dependents',
    namesActor: false,
  }),
};

/**
 * Deletes repositories, or restores them with a new `updatedAt`, so programs that sync changes find them. Returns the IDs
 * of those that still existed, or could still be restored.
 *
 * @throws the violated constraint, if another repository has taken the name
 */
export async function moveRepositories(
  context: Context,
  rows: readonly { id: string }[],
  kind: keyof typeof moves,
): Promise<string[]> {
  const event = eventOf(context, kind);
  const { viewer } = context;
  const deletedBy = viewer?.session?.impersonatedBy ?? viewer?.user.id ?? null;
  const statement = { text: moves[kind], writes: true };
  const moved = await context.database.$named<{ id: string }>(statement, [
    rows.map(({ id }) => id),
    ...(kind === 'repository_deleted' ? [deletedBy] : []),
    ...eventColumns(rows.map(({ id }) => eventValues(event, id))),
  ]);
  return moved.map(({ id }) => id);
}
