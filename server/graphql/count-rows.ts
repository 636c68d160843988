import { tableOf } from '#server/database/tables.ts';
import type { CountedModel } from '#server/entities.ts';
import type { Context } from './context.ts';

/** The number of rows of a model's table. Reads the counter that triggers keep, not the table. */
export async function countRows({ database }: Context, model: CountedModel): Promise<number> {
  const table = tableOf(model);
  const counter = await database.rowCount.findUniqueOrThrow({ where: { table } });
  return Number(counter.rows);
}
