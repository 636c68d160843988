/** New rows of the models whose lists are read by statements of our own, without Prisma's work for each. */
import type { Database } from './client.ts';
import {
  columns,
  delegateOf,
  isFlat,
  type Model,
  quoted,
  quotedColumn,
  type Rows,
  toStatement,
} from './rows.ts';
import { tableOf } from './tables.ts';

type NewRow = { select?: object | undefined; data: object };

/** Adds a record and returns its row, as Prisma's `create` would. */
export async function createRow<Name extends Model>(
  database: Database,
  model: Name,
  { select, data }: NewRow,
): Promise<Rows[Name]> {
  if (!isFlat(select)) return delegateOf(database, model).create({ select, data });
  const now = new Date();
  const given = Object.entries({ createdAt: now, updatedAt: now, ...data }).filter(
    ([, value]) => value !== undefined,
  );
  const names = given.map(([name]) => quotedColumn(model, name)).join(', ');
  const values = given.map((_, i) => `$${i + 1}`).join(', ');
  const text = `INSERT INTO "${tableOf(model)}" (${names}) VALUES (${values}) RETURNING ${quoted(columns[model].read)}`;
  const statement = { ...toStatement(text, {}), writes: true };
  const [row] = await database.$named<Rows[Name]>(
    statement,
    given.map(([, value]) => value),
  );
  return row as Rows[Name];
}
