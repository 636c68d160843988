/** Deleted repositories move to a table of their own, from where they can be restored. */
import { eventColumns, eventValues, insertEvents } from '#server/database/record-events.ts';
import type { Context } from '#server/graphql/context.ts';
import { eventOf } from './policy.ts';

type Ids = readonly { id: string }[];

/** The columns that a repository keeps. Its name key is generated. */
const columns = ['id', 'organizationId', 'name', 'link', 'description', 'createdAt', 'updatedAt']
  .map((column) => `"${column}"`)
  .join(', ');

/** Moves rows between the two tables, in the order of their IDs: no two requests wait for each other. */
const moveStatement = (from: string, to: string, isByMember: boolean) => `
  WITH "chosen" AS (
    SELECT "id" FROM "${from}" WHERE "id" = ANY($1) ORDER BY "id" FOR UPDATE
  ), "taken" AS (
    DELETE FROM "${from}" AS "old" USING "chosen" WHERE "old"."id" = "chosen"."id"
    RETURNING "old".*
  ), "written" AS (
    INSERT INTO "${to}" (${columns}) SELECT ${columns} FROM "taken" RETURNING "id", "name", "organizationId"
  ), "event" AS (${insertEvents('written', 2, { isByMember })})
  SELECT "id" FROM "written"`;

/** The statements for managers, and for members of organizations. */
const movesOf = (from: string, to: string) => ({
  byManager: moveStatement(from, to, false),
  byMember: moveStatement(from, to, true),
});

const moves = {
  repository_deleted: movesOf('repository', 'deleted_repository'),
  repository_restored: movesOf('deleted_repository', 'repository'),
};

/** Moves rows and adds their events. Returns the IDs of those that were there. */
async function move(context: Context, rows: Ids, kind: keyof typeof moves): Promise<string[]> {
  const event = eventOf(context, kind, 'delete');
  const text = moves[kind][event.isByMember ? 'byMember' : 'byManager'];
  const moved = await context.database.$named<{ id: string }>({ text, writes: true }, [
    rows.map(({ id }) => id),
    ...eventColumns(rows.map(({ id }) => eventValues(event, id))),
  ]);
  return moved.map(({ id }) => id);
}

/** Deletes repositories. Returns the IDs of those that were still there. */
export function deleteRepositories(context: Context, rows: Ids): Promise<string[]> {
  return move(context, rows, 'repository_deleted');
}

/**
 * Restores repositories as they were. Returns the IDs of those whose deletion is still known.
 *
 * @throws the violated constraint, if another repository has got the name meanwhile
 */
export function restoreRepositories(context: Context, rows: Ids): Promise<string[]> {
  return move(context, rows, 'repository_restored');
}
