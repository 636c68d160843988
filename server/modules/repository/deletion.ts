/** Deleted repositories move to a separate table with the rows that belong to them, so they can be restored. */
import { eventColumns, eventValues, withEvents } from '#server/database/audit-events.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import type { Context } from '#server/graphql/context.ts';
import { limits } from '#shared/limits.ts';
import { eventOf } from './policy.ts';

type Ids = readonly { id: string }[];

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
};

/** Moves rows between the two tables, ordered by ID to avoid deadlocks. */
const moveStatement = ({ from, to, where, dependents }: Move) => `
  WITH "chosen" AS (
    SELECT "id" FROM "${from}" WHERE "id" = ANY($1) AND ${where} ORDER BY "id" FOR UPDATE
  ), "taken" AS (
    DELETE FROM "${from}" AS "old" USING "chosen" WHERE "old"."id" = "chosen"."id"
    RETURNING "old".*
  ), "written" AS (
    INSERT INTO "${to}" (${kept}, "updatedAt") SELECT ${kept}, clock_timestamp() FROM "taken" RETURNING "id", "name", "organizationId"
  )
  ${withEvents('written', 2)}
  SELECT "id" FROM "written", (SELECT ${dependents}(array_agg("id")) FROM "written") AS "moved"`;

const moves = {
  repository_deleted: moveStatement({
    from: 'repository',
    to: 'deleted_repository',
    where: 'true',
    dependents: 'keep_dependents',
  }),
  // The cleanup of expired rows runs only hourly, so check their age here too.
  repository_restored: moveStatement({
    from: 'deleted_repository',
    to: 'repository',
    where: `"deletedAt" > now() - interval '${limits.restorableHours} hours'`,
    dependents: 'restore_dependents',
  }),
};

async function move(context: Context, rows: Ids, kind: keyof typeof moves): Promise<string[]> {
  const event = eventOf(context, { kind, byManagerWith: 'delete' });
  const statement = { text: moves[kind], writes: true };
  const moved = await context.database.$named<{ id: string }>(statement, [
    rows.map(({ id }) => id),
    ...eventColumns(rows.map(({ id }) => eventValues(event, id))),
  ]);
  return moved.map(({ id }) => id);
}

/** Returns the IDs of repositories that still existed. */
export function deleteRepositories(context: Context, rows: Ids): Promise<string[]> {
  return move(context, rows, 'repository_deleted');
}

/**
 * Restores repositories with a new `updatedAt`, so programs that sync changes find them. Returns the IDs that could
 * still be restored.
 *
 * @throws the violated constraint, if another repository has taken the name
 */
export function restoreRepositories(context: Context, rows: Ids): Promise<string[]> {
  return move(context, rows, 'repository_restored');
}
