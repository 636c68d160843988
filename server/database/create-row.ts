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

type NewRow = { select?: object | undefined; data: { id: string; [column: string]: unknown } };

/** The SQL type of an array of such values. */
function arrayType(value: unknown): string {
  if (value instanceof Date) return 'timestamptz[]';
  return typeof value === 'boolean' ? 'boolean[]' : 'text[]';
}

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
  const arrays = given.map(([, value], i) => `$${i + 1}::${arrayType(value)}`).join(', ');
  const text = `INSERT INTO "${tableOf(model)}" (${names}) SELECT * FROM unnest(${arrays}) RETURNING ${quoted(columns[model].read)}`;
  const row = { id: data.id, values: given.map(([, value]) => value) };
  return (await database.$add({ ...toStatement(text, {}), writes: true }, row)) as Rows[Name];
}
