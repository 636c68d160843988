import { namedStatement } from '#server/database/named-statement.ts';
import { tableOf } from '#server/database/tables.ts';
import type { CountedModel } from '#server/entities.ts';
import type { Context } from '#server/graphql/context.ts';

/** Sums a table's initial count and the parts that triggers have added. */
const counter = (column: 'rows' | 'shared') => `(
  SELECT sum("${column}") FROM (
    SELECT "${column}" FROM "row_count" WHERE "table" = $1
    UNION ALL SELECT "${column}" FROM "row_count_part" WHERE "table" = $1
  ) AS "part")`;

const all = namedStatement(`SELECT ${counter('rows')} AS "rows"`);

const shared = namedStatement(`SELECT ${counter('shared')} AS "rows"`);
/** Organization counters include deleted repositories that can be restored. */
const sharedAndOwn = namedStatement(`
  SELECT ${counter('shared')}
    + (SELECT coalesce(sum("rows"), 0) FROM "repository_count" WHERE "organizationId" = ANY($2))
    - (SELECT count(*) FROM "deleted_repository" WHERE "organizationId" = ANY($2)) AS "rows"`);

/** Counts repositories of the installation and of these organizations, using counters. */
export async function countSharedRows(
  { database }: Context,
  model: 'Repository',
  organizations: string[],
): Promise<number> {
  const [statement, values] =
    organizations.length > 0
      ? [sharedAndOwn, [tableOf(model), organizations]]
      : [shared, [tableOf(model)]];
  const [counted] = await database.$named<{ rows: string }>(statement, values);
  return Number(counted?.rows);
}

const people = namedStatement(`
  SELECT ${counter('rows')} - (SELECT count(*) FROM "user" WHERE "isServiceAccount") AS "rows"`);

/** Excludes service accounts. */
export async function countPeople({ database }: Context): Promise<number> {
  const [counter] = await database.$read<{ rows: string }>(people, [tableOf('User')]);
  return Number(counter?.rows);
}

/** Reads the counter that triggers maintain instead of the table. */
export async function countRows({ database }: Context, model: CountedModel): Promise<number> {
  const table = tableOf(model);
  const [counted] = await database.$read<{ rows: string | null }>(all, [table]);
  if (!counted?.rows) throw new Error(`The table ${table} has no counter.`);
  return Number(counted.rows);
}
