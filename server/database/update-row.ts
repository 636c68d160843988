import type { Database } from './client.ts';
import type { Model } from './conditions.ts';
import { eventColumns, eventValues, insertEvents, type RecordEvent } from './record-events.ts';
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

type Change = {
  select?: object | undefined;
  id: string;
  data: { [column: string]: unknown };
  event: RecordEvent;
};

/**
 * Changes a record and adds the event, whose detail is the former name if that changed. Returns the row, or null
 * if there is no such record.
 */
export async function updateRow<Name extends Model>(
  database: Database,
  model: Name,
  { select, id, data, event }: Change,
): Promise<Rows[Name] | null> {
  const given = Object.entries({ ...data, updatedAt: new Date() }).filter(
    ([, value]) => value !== undefined,
  );
  const changes = given.map(([name], i) => `${quotedColumn(model, name)} = $${i + 2}`).join(', ');
  const read = quoted(columns[model].read);
  const ofNew = [...columns[model].read].map((name) => `"new"."${name}"`).join(', ');
  const table = tableOf(model);
  const detail = 'nullif("written"."formerName", "written"."name")';
  const { isByMember = false } = event;
  const events = insertEvents('written', given.length + 2, { detail, isByMember });
  const text = `WITH "old" AS (SELECT "id", "name" FROM "${table}" WHERE "id" = $1 FOR UPDATE), "written" AS (
      UPDATE "${table}" AS "new" SET ${changes} FROM "old" WHERE "new"."id" = "old"."id"
      RETURNING ${ofNew}, "old"."name" AS "formerName"
    ), "event" AS (${events})
    SELECT ${read} FROM "written"`;
  const values = [id, ...given.map(([, value]) => value)];
  const statement = { ...toStatement(text, {}), writes: true };
  const [row] = await database.$named<Rows[Name]>(statement, [
    ...values,
    ...eventColumns([eventValues(event, id)]),
  ]);
  if (!row || isFlat(select)) return row ?? null;
  return delegateOf(database, model).findUnique({ select, where: { id } });
}
