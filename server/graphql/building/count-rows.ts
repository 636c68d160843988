import { namedStatement } from '#server/database/named-statement.ts';
import { tableOf } from '#server/database/tables.ts';
import { type CountedModel, entities } from '#server/entities.ts';
import type { Context } from '#server/graphql/context.ts';

/** SQL that sums the initial count of the table `$1` and the parts that triggers have added. */
export const counter = (column: 'rows' | 'shared') => `(
  SELECT sum("${column}") FROM (
    SELECT "${column}" FROM "row_count" WHERE "table" = $1
    UNION ALL SELECT "${column}" FROM "row_count_part" WHERE "table" = $1
  ) AS "part")`;

const all = namedStatement(`SELECT ${counter('rows')} AS "rows"`);

const counted = new Set<string>(
  entities.filter(({ isCounted }) => isCounted).map(({ model }) => model),
);

export const isCounted = (model: string): model is CountedModel => counted.has(model);

/** Reads the counter that triggers maintain instead of the table. */
export async function countRows({ database }: Context, model: CountedModel): Promise<number> {
  const table = tableOf(model);
  const [found] = await database.$named<{ rows: string | null }>(all, [table]);
  if (!found?.rows) throw new Error(`The table ${table} has no counter.`);
  return Number(found.rows);
}
