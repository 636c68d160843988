/** Deleted repositories move to a table of their own, from where they can be restored. */
import type { Database } from '#server/database/client.ts';
import { Prisma } from '#server/generated/prisma/client.ts';

type Ids = readonly { id: string }[];

/** The columns that a repository keeps. Its name key is generated. */
const columns = Prisma.raw(
  ['id', 'name', 'link', 'description', 'createdAt', 'updatedAt']
    .map((column) => `"${column}"`)
    .join(', '),
);

/** Moves rows between the two tables, in the order of their IDs: no two requests wait for each other. */
async function move(database: Database, rows: Ids, from: string, to: string): Promise<string[]> {
  const source = Prisma.raw(`"${from}"`);
  const moved = await database.$queryRaw<{ id: string }[]>`
    WITH "chosen" AS (
      SELECT "id" FROM ${source} WHERE "id" = ANY(${rows.map(({ id }) => id)})
      ORDER BY "id" FOR UPDATE
    ), "taken" AS (
      DELETE FROM ${source} AS "old" USING "chosen" WHERE "old"."id" = "chosen"."id"
      RETURNING "old".*
    )
    INSERT INTO ${Prisma.raw(`"${to}"`)} (${columns}) SELECT ${columns} FROM "taken"
    RETURNING "id"`;
  return moved.map(({ id }) => id);
}

/** Deletes repositories. Returns the IDs of those that were still there. */
export function deleteRepositories(database: Database, rows: Ids): Promise<string[]> {
  return move(database, rows, 'repository', 'deleted_repository');
}

/**
 * Restores repositories as they were. Returns the IDs of those whose deletion is still known.
 *
 * @throws the violated constraint, if another repository has got the name meanwhile
 */
export function restoreRepositories(database: Database, rows: Ids): Promise<string[]> {
  return move(database, rows, 'deleted_repository', 'repository');
}
