/** Audit log events that bulk mutations write in the statement that changes the records. */
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import { newId } from './ids.ts';

export type RecordEvent = {
  kind: AuditEventKind;
  actorId: string | null;
  network: string | null;
  sessionId: string | null;
  tokenId: string | null;
  impersonatedId: string | null;
  /** Done by a manager of the installation, not through a role in the record's organization. */
  byManager?: boolean;
};

/** Columns passed as parameters, and their types. */
const given = {
  id: 'text',
  recordId: 'text',
  kind: 'account_event_kind',
  actorId: 'text',
  network: 'text',
  sessionId: 'text',
  tokenId: 'text',
  impersonatedId: 'text',
  byManager: 'boolean',
} as const;

const eventTypes = Object.values(given);
const givenColumns = Object.keys(given)
  .map((name) => `"${name}"`)
  .join(', ');

type Value = string | boolean | null;

/** Event values in the order of `eventArrays`. */
export function eventValues(event: RecordEvent, recordId: string): Value[] {
  const values = { byManager: false, ...event, id: newId('AuditEvent'), recordId };
  return (Object.keys(given) as (keyof typeof given)[]).map((name) => values[name]);
}

export function eventColumns(events: readonly Value[][]): Value[][] {
  return eventTypes.map((_, column) => events.map((values) => values[column] ?? null));
}

const eventArrays = (first: number) =>
  eventTypes.map((type, i) => `$${first + i}::${type}[]`).join(', ');

/**
 * Further query of a statement whose query `written` returns records. Inserts the events passed as parameters from
 * `first` on.
 */
export const withEvents = (written: string, first: number): string => `, "event" AS (
    INSERT INTO "account_event" (${givenColumns}, "subjectName", "organizationId")
    SELECT "event".*, "${written}"."name", "${written}"."organizationId"
    FROM unnest(${eventArrays(first)}) AS "event" (${givenColumns})
    JOIN "${written}" ON "${written}"."id" = "event"."recordId"
  )`;
