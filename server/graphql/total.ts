import type { Context } from './context.ts';

/** How many rows a table has, from the counter that the database keeps. */
export async function countRows(
  { database }: Context,
  table: 'repository' | 'user',
): Promise<number> {
  const counter = await database.rowCount.findUniqueOrThrow({ where: { table } });
  return Number(counter.rows);
}
