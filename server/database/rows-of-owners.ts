/** Pages of the repositories of several organizations, besides those of the whole installation. */
import type { Database } from './client.ts';
import { conditionToSql } from './conditions.ts';
import { sqlOf } from './relations.ts';
import {
  columns,
  orderToSql,
  quoted,
  type Rows,
  type RowsQuery,
  takeToSql,
  toStatement,
  withRelations,
} from './rows.ts';

type Order = NonNullable<RowsQuery['orderBy']>;

/**
 * The order of rows of one owner, with the owner first as in the index: PostgreSQL does not know that rows
 * without an owner have the order of the index's other columns.
 */
export const byOwner = (order: Order): Order => [
  { organizationId: Object.values(order[0] ?? {})[0] ?? 'desc' },
  ...order,
];

/**
 * The first rows of each owner from an index in their order, merged: a page costs the same however many rows of
 * others lie between. A condition with OR would read and skip those.
 */
function write({ where, orderBy = [], take }: RowsQuery, organizations: readonly string[]) {
  const values: unknown[] = [organizations];
  const sql = sqlOf('Repository', values);
  const condition = conditionToSql(where, sql);
  const limit = takeToSql(sql, take);
  const page = orderToSql(sql, orderBy);
  const sorted = quoted(orderBy.flatMap((part) => Object.keys(part)));
  const ofOwner = (owner: string) => `
    SELECT ${sorted} FROM "repository" WHERE "organizationId" ${owner} AND ${condition}
    ${orderToSql(sql, byOwner(orderBy))} ${limit}`;
  const text = `
    SELECT ${quoted(columns.Repository.read)} FROM (
      SELECT "id" AS "shownId" FROM (
        (${ofOwner('IS NULL')})
        UNION ALL
        SELECT "own".* FROM unnest($1::text[]) AS "owner"("ownerId")
        CROSS JOIN LATERAL (${ofOwner('= "ownerId"')}) AS "own"
      ) AS "first" ${page} ${limit}
    ) AS "shown" JOIN "repository" ON "id" = "shownId" ${page}`;
  return { text, values };
}

/** The rows that `findRows` would return for `query` among those of the installation and of `organizations`. */
export async function findRowsOfOwners(
  database: Database,
  query: RowsQuery,
  organizations: readonly string[],
): Promise<Rows['Repository'][]> {
  const { text, values } = write(query, organizations);
  const rows = await database.$read<Rows['Repository']>(toStatement(text, query.where), values);
  return withRelations(database, 'Repository', { ...query, rows });
}
