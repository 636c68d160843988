/**
 * Events of the audit log about records, as parts of the statements that write them: no change without its
 * event, and no round trip for it.
 */
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import { newId } from './ids.ts';

/** What happens to records, by whom and from where. */
export type RecordEvent = {
  kind: AuditEventKind;
  actorId: string | null;
  network: string | null;
  /** Done by a role in the record's organization: its events are limited, and deleted with it. */
  isByMember?: boolean;
};

/** The columns that every event of a record has. */
const columns = '"id", "recordId", "kind", "actorId", "network", "subjectName", "detail"';

/** What an event takes from its record. */
type EventParts = Pick<RecordEvent, 'isByMember'> & {
  /** An expression of the rows of `written`. */
  detail?: string;
};

const eventTypes = ['text', 'text', 'account_event_kind', 'text', 'text'];

/** Values of an event for the record `recordId`, in the order of `eventArrays`. */
export function eventValues(event: RecordEvent, recordId: string): (string | null)[] {
  return [newId('AuditEvent'), recordId, event.kind, event.actorId, event.network];
}

/** The values of several events, as one array for each column. */
export function eventColumns(events: readonly (string | null)[][]): (string | null)[][] {
  return eventTypes.map((_, column) => events.map((values) => values[column] ?? null));
}

/** The types of arrays of such values, as they follow `first - 1` other parameters. */
const eventArrays = (first: number) =>
  eventTypes.map((type, i) => `$${first + i}::${type}[]`).join(', ');

/**
 * SQL that adds the events whose values are the parameters from `first` on, for the rows of `written` that have their
 * IDs.
 */
export function insertEvents(
  written: string,
  first: number,
  { detail = 'NULL', isByMember = false }: EventParts = {},
): string {
  const [column, organization] = isByMember
    ? [', "organizationId"', `, "${written}"."organizationId"`]
    : ['', ''];
  return `INSERT INTO "account_event" (${columns}${column})
    SELECT "event".*, "${written}"."name", ${detail}${organization}
    FROM unnest(${eventArrays(first)}) AS "event" ("eventId", "recordId", "kind", "actorId", "network")
    JOIN "${written}" ON "${written}"."id" = "event"."recordId"`;
}
