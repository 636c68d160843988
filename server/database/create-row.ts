/** New rows of the models whose lists are read by statements of our own, without Prisma's work for each. */
import type { Database } from './client.ts';
import type { Model } from './conditions.ts';
import { eventValues, insertEvents, type RecordEvent } from './record-events.ts';
import {
  columns,
  delegateOf,
  isFlat,
  quoted,
  quotedColumn,
  type Rows,
  toStatement,
} from './rows.ts';
import { tableOf } from './tables.ts';

type NewRow = {
  select?: object | undefined;
  data: { id: string; [column: string]: unknown };
  /** Its event in the audit log. */
  event?: RecordEvent;
};

/** The SQL type of an array of such values. */
function arrayType(value: unknown): string {
  if (value instanceof Date) return 'timestamptz[]';
  return typeof value === 'boolean' ? 'boolean[]' : 'text[]';
}

/** Adds a record, with its event, and returns its row as Prisma's `create` would. */
export async function createRow<Name extends Model>(
  database: Database,
  model: Name,
  { select, data, event }: NewRow,
): Promise<Rows[Name]> {
  const now = new Date();
  const given = Object.entries({ createdAt: now, updatedAt: now, ...data }).filter(
    ([, value]) => value !== undefined,
  );
  const names = given.map(([name]) => quotedColumn(model, name)).join(', ');
  const arrays = given.map(([, value], i) => `$${i + 1}::${arrayType(value)}`).join(', ');
  const read = quoted(columns[model].read);
  const insert = `INSERT INTO "${tableOf(model)}" (${names}) SELECT * FROM unnest(${arrays}) RETURNING ${read}`;
  const text = event
    ? `WITH "written" AS (${insert}), "event" AS (${insertEvents('written', given.length + 1, event)})
       SELECT ${read} FROM "written"`
    : insert;
  const values = [
    ...given.map(([, value]) => value),
    ...(event ? eventValues(event, data.id) : []),
  ];
  const statement = { ...toStatement(text, {}), writes: true };
  const row = await database.$add(statement, { id: data.id, values });
  if (isFlat(select)) return row as Rows[Name];
  return (await delegateOf(database, model).findUnique({
    select,
    where: { id: data.id },
  })) as Rows[Name];
}
