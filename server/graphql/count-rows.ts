import { namedStatement } from '#server/database/named-statement.ts';
import { tableOf } from '#server/database/tables.ts';
import type { CountedModel } from '#server/entities.ts';
import type { Context } from './context.ts';

const statement = namedStatement('SELECT "rows" FROM "row_count" WHERE "table" = $1');

/** The number of rows of a model's table. Reads the counter that triggers keep, not the table. */
export async function countRows({ database }: Context, model: CountedModel): Promise<number> {
  const table = tableOf(model);
  const [counter] = await database.$read<{ rows: string }>(statement, [table]);
  if (!counter) throw new Error(`The table ${table} has no counter.`);
  return Number(counter.rows);
}
