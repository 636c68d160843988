import { namedStatement } from '#server/database/named-statement.ts';
import { tableOf } from '#server/database/tables.ts';
import type { CountedModel } from '#server/entities.ts';
import type { Context } from './context.ts';

const statement = namedStatement('SELECT "rows" FROM "row_count" WHERE "table" = $1');

const shared = namedStatement('SELECT "shared" AS "rows" FROM "row_count" WHERE "table" = $1');
/** The counters of organizations include what was deleted and can be restored. */
const sharedAndOwn = namedStatement(`
  SELECT "shared"
    + (SELECT coalesce(sum("rows"), 0) FROM "repository_count" WHERE "organizationId" = ANY($2))
    - (SELECT count(*) FROM "deleted_repository" WHERE "organizationId" = ANY($2)) AS "rows"
  FROM "row_count" WHERE "table" = $1`);

/** The number of repositories that belong to no organization, or to one of these, from counters. */
export async function countSharedRows(
  { database }: Context,
  model: 'Repository',
  organizations: string[],
): Promise<number> {
  const [statement, values] =
    organizations.length > 0
      ? [sharedAndOwn, [tableOf(model), organizations]]
      : [shared, [tableOf(model)]];
  const [counter] = await database.$named<{ rows: string }>(statement, values);
  return Number(counter?.rows);
}

/** The number of rows of a model's table. Reads the counter that triggers keep, not the table. */
export async function countRows({ database }: Context, model: CountedModel): Promise<number> {
  const table = tableOf(model);
  const [counter] = await database.$read<{ rows: string }>(statement, [table]);
  if (!counter) throw new Error(`The table ${table} has no counter.`);
  return Number(counter.rows);
}
