import type { Database } from './client.ts';
import { conditionToSql } from './conditions.ts';
import { columnsOf, type Model, quoted, type Rows } from './models.ts';
import { sqlOf } from './relations.ts';
import { orderToSql, type RowsQuery, takeToSql, toStatement, withRelations } from './rows.ts';
import { tableOf } from './tables.ts';

type Order = NonNullable<RowsQuery['orderBy']>;

/** The column with the owner's ID, null for rows without one, and the IDs of the owners. */
type Owners = { column: string; ids: readonly string[] };

/**
 * Sorts one owner's rows with the owner first, to match the index: PostgreSQL can't tell that rows without an owner are
 * sorted by the index's other columns.
 */
export const byOwner = (order: Order, column: string): Order => [
  { [column]: Object.values(order[0] ?? {})[0] ?? 'desc' },
  ...order,
];

/**
 * Merges the first rows of each owner, read from an index in order. Other owners' rows don't add to the cost, whereas a
 * condition with OR would read and skip them.
 */
function write(model: Model, { where, orderBy = [], take }: RowsQuery, { column, ids }: Owners) {
  const values: unknown[] = [ids];
  const sql = sqlOf(model, values);
  const table = `"${tableOf(model)}"`;
  const condition = conditionToSql(where, sql);
  const limit = takeToSql(sql, take);
  const page = orderToSql(sql, orderBy);
  const sorted = quoted(orderBy.flatMap((part) => Object.keys(part)));
  const ofOwner = (owner: string) => `
    SELECT ${sorted} FROM ${table} WHERE ${sql.column(column)} ${owner} AND ${condition}
    ${orderToSql(sql, byOwner(orderBy, column))} ${limit}`;
  const text = `
    SELECT ${quoted(columnsOf(model).read)} FROM (
      SELECT "id" AS "shownId" FROM (
        (${ofOwner('IS NULL')})
        UNION ALL
        SELECT "own".* FROM unnest($1::text[]) AS "owner"("ownerId")
        CROSS JOIN LATERAL (${ofOwner('= "ownerId"')}) AS "own"
      ) AS "first" ${page} ${limit}
    ) AS "shown" JOIN ${table} ON "id" = "shownId" ${page}`;
  return { text, values };
}

/** Like `findRows`, limited to rows without an owner or with one of `owners`. */
export async function findRowsOfOwners<Name extends Model>(
  database: Database,
  model: Name,
  { owners, ...query }: RowsQuery & { owners: Owners },
): Promise<Rows[Name][]> {
  const { text, values } = write(model, query, owners);
  const rows = await database.$read<Rows[Name]>(toStatement(text, query.where), values);
  return withRelations(database, model, { ...query, rows });
}
