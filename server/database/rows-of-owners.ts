/** Pages of the repositories that several organizations own, besides those of the whole installation. */

import type { Database } from './client.ts';
import { conditionToSql, type SqlText } from './conditions.ts';
import {
  columns,
  delegateOf,
  isFlat,
  orderToSql,
  quoted,
  quotedColumn,
  type Rows,
  type RowsQuery,
  takeToSql,
  toStatement,
} from './rows.ts';

/**
 * A page of each owner, merged. Each is read from an index in its order, so that a page costs the same however
 * many rows of others lie between; `organizationId` in an OR would read and skip those.
 */
function write({ where, orderBy, take }: RowsQuery, organizations: readonly string[]) {
  const values: unknown[] = [organizations];
  const sql: SqlText = {
    column: (name) => quotedColumn('Repository', name),
    value: (value) => `$${values.push(value)}`,
  };
  const names = quoted(columns.Repository.read);
  const condition = conditionToSql(where, sql);
  const page = `${orderToSql(sql, orderBy)} ${takeToSql(sql, take)}`;
  const ofOwner = (owner: string) =>
    `SELECT ${names} FROM "repository" WHERE "organizationId" ${owner} AND ${condition} ${page}`;
  const text = `SELECT ${names} FROM (
    (${ofOwner('IS NULL')})
    UNION ALL
    SELECT "own".* FROM unnest($1::text[]) AS "owner"("ownerId")
    CROSS JOIN LATERAL (${ofOwner('= "ownerId"')}) AS "own"
  ) AS "merged" ${page}`;
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
  const { select, orderBy } = query;
  if (isFlat(select) || rows.length === 0) return rows;
  const where = { id: { in: rows.map(({ id }) => id) } };
  return delegateOf(database, 'Repository').findMany({ select, where, orderBy });
}
