import { namedStatement } from '#server/database/named-statement.ts';
import { tableOf } from '#server/database/tables.ts';
import { counter } from '#server/graphql/building/count-rows.ts';
import type { Context } from '#server/graphql/context.ts';

const shared = namedStatement(`SELECT ${counter('shared')} AS "rows"`);
/** Organization counters include deleted repositories that can be restored. */
const sharedAndOwn = namedStatement(`
  SELECT ${counter('shared')}
    + (SELECT coalesce(sum("rows"), 0) FROM "repository_count" WHERE "organizationId" = ANY($2))
    - (SELECT count(*) FROM "deleted_repository" WHERE "organizationId" = ANY($2)) AS "rows"`);

/** Counts repositories of the installation and of these organizations, using counters. */
export async function countSharedRepositories(
  { database }: Context,
  organizations: string[],
): Promise<number> {
  const table = tableOf('Repository');
  const [counted] = await (organizations.length > 0
    ? database.$named<{ rows: string }>(sharedAndOwn, [table, organizations])
    : database.$named<{ rows: string }>(shared, [table]));
  return Number(counted?.rows);
}
