import type { Database } from '#server/database/client.ts';
import { beyond, type Direction } from '#server/graphql/building/connection.ts';
import type { ListExport } from './list-export.ts';

const pageSize = 500;

type Reading = { database: Database; conditions: object[]; column: string; direction: Direction };

/** Reads rows by keyset pagination: one statement per page, with a cost independent of its depth. */
export async function* readPages({ find }: ListExport, reading: Reading) {
  const { database, conditions, column, direction } = reading;
  const operator = direction === 'asc' ? 'gt' : 'lt';
  let bound: object[] = [];
  for (;;) {
    const rows = await find(database, {
      where: { AND: [...conditions, ...bound] },
      orderBy: [{ [column]: direction }, { id: direction }],
      take: pageSize,
    });
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    const value = last[column] as string | Date;
    bound = [beyond(column, { value, id: last.id }, operator)];
  }
}
