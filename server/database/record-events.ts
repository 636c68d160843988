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
} as const;

const eventTypes = Object.values(given);
const givenColumns = Object.keys(given)
  .map((name) => `"${name}"`)
  .join(', ');

/** Event columns derived from the record, as expressions over `written`. */
type EventParts = {
  byManager?: boolean;
  /** The record's table has an `organizationId`. */
  isOwned?: boolean;
};

/** Event values in the order of `eventArrays`. */
export function eventValues(event: RecordEvent, recordId: string): (string | null)[] {
  const values = { ...event, id: newId('AuditEvent'), recordId };
  return (Object.keys(given) as (keyof typeof given)[]).map((name) => values[name]);
}

export function eventColumns(events: readonly (string | null)[][]): (string | null)[][] {
  return eventTypes.map((_, column) => events.map((values) => values[column] ?? null));
}

const eventArrays = (first: number) =>
  eventTypes.map((type, i) => `$${first + i}::${type}[]`).join(', ');

/** SQL that inserts the events passed as parameters from `first` on, joined by ID to the rows of `written`. */
export function insertEvents(written: string, first: number, parts: EventParts = {}): string {
  const { isOwned = false, byManager = false } = parts;
  const taken = {
    subjectName: `"${written}"."name"`,
    byManager: String(byManager),
    ...(isOwned && { organizationId: `"${written}"."organizationId"` }),
  };
  const takenColumns = Object.keys(taken).map((name) => `"${name}"`);
  return `INSERT INTO "account_event" (${givenColumns}, ${takenColumns.join(', ')})
    SELECT "event".*, ${Object.values(taken).join(', ')}
    FROM unnest(${eventArrays(first)}) AS "event" (${givenColumns})
    JOIN "${written}" ON "${written}"."id" = "event"."recordId"`;
}
