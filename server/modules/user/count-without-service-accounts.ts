import { namedStatement } from '#server/database/named-statement.ts';
import { tableOf } from '#server/database/tables.ts';
import { counter } from '#server/graphql/building/count-rows.ts';
import type { Context } from '#server/graphql/context.ts';

const people = namedStatement(`
  SELECT ${counter('rows')} - (SELECT count(*) FROM "user" WHERE "isServiceAccount") AS "rows"`);

export async function countWithoutServiceAccounts({ database }: Context): Promise<number> {
  const [counted] = await database.$named<{ rows: string }>(people, [tableOf('User')]);
  return Number(counted?.rows);
}
