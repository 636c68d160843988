import type { Viewer } from '#server/auth/viewer.ts';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { AuditEventKind, Prisma } from '#server/generated/prisma/client.ts';
import { currentRequest, idsOf } from '#server/log/request-context.ts';
import { networkText } from '#server/network/client-address.ts';

export type AuditEvent = {
  userId?: string | undefined;
  recordId?: string | undefined;
  kind: AuditEventKind;
  /** The actor. Omitted for the user themselves and for the system. */
  actorId?: string | null | undefined;
  actorName?: string;
  detail?: string | null | undefined;
  /** Numbers of records by type that are deleted with this one: the detail, such as `Comment: 3`. */
  dependents?: readonly { type: string; count: number }[];
  subjectName?: string | null | undefined;
  organizationName?: string | undefined;
  /** Null if the request isn't the actor's. */
  network?: null;
  organizationId?: string | null | undefined;
  /** A manager of the installation acted in the organization. Such events aren't limited. */
  byManager?: boolean;
  changedFields?: readonly string[];
  sessionId?: string;
  impersonatedId?: string | null;
};

/** What an event of an action says besides who did what to whom. */
export type AuditDetails = Omit<AuditEvent, 'actorId' | 'kind' | 'userId'>;

function currentNetwork(): string | null {
  const request = currentRequest();
  return request ? networkText(request.client) : null;
}

/**
 * The actor's session. Programs have an access token instead. While impersonating, it includes whom. Empty if the
 * request isn't the actor's: the person who accepts an invitation isn't the one who granted the role.
 */
function meansOf(actorId: string | null) {
  const { viewerId, impersonatorId, sessionId, tokenId } = idsOf(currentRequest() ?? {});
  if (actorId === null || actorId !== (impersonatorId ?? viewerId)) return noMeans;
  return {
    sessionId: sessionId ?? null,
    tokenId: tokenId ?? null,
    impersonatedId: impersonatorId ? (viewerId ?? null) : null,
  };
}

const noMeans = { sessionId: null, tokenId: null, impersonatedId: null };

const dependentsText = (dependents: AuditEvent['dependents'] = []) =>
  dependents.map(({ type, count }) => `${type}: ${count}`).join(', ');

/** A trigger adds the names at the time of the event. */
function eventRow({ dependents, ...event }: AuditEvent): Prisma.AuditEventCreateManyInput {
  const means = meansOf(event.actorId ?? event.userId ?? null);
  return {
    ...event,
    id: newId('AuditEvent'),
    detail: event.detail ?? (dependentsText(dependents) || null),
    subjectName: event.subjectName || null,
    changedFields: [...(event.changedFields ?? [])],
    ...means,
    sessionId: event.sessionId ?? means.sessionId,
    impersonatedId: event.impersonatedId ?? means.impersonatedId,
    network: event.network === null ? null : currentNetwork(),
  } as Prisma.AuditEventCreateManyInput;
}

/** Like Prisma's own calls, it can be a part of `$transaction([…])`. */
export const recordEvent = (
  database: Pick<Database, 'auditEvent'>,
  event: AuditEvent,
): Prisma.PrismaPromise<{ id: string }> =>
  database.auditEvent.create({ data: eventRow(event), select: { id: true } });

export const recordEvents = (
  database: Pick<Database, 'auditEvent'>,
  events: readonly AuditEvent[],
): Prisma.PrismaPromise<unknown> => database.auditEvent.createMany({ data: events.map(eventRow) });

/** Records deleted accounts with the names they had. A name that contains an address is not kept. */
export async function recordDeletion(
  database: Pick<Database, 'auditEvent'>,
  users: readonly { id: string; name: string }[],
  by: Pick<AuditEvent, 'actorId' | 'organizationId' | 'byManager'> = {},
): Promise<void> {
  const nameOf = (name: string) => (name.includes('@') ? null : name);
  await recordEvents(
    database,
    users.map(({ id, name }) => ({
      userId: id,
      kind: 'deleted',
      ...by,
      subjectName: nameOf(name),
    })),
  );
}

export type ActorContext = { viewer: Viewer | null };

export function actorOf({ viewer }: ActorContext): string | null {
  return viewer?.session?.impersonatedBy ?? viewer?.user.id ?? null;
}

/** An event for the statement that changes its record. */
export function recordEventOf(context: ActorContext, kind: AuditEventKind) {
  const actorId = actorOf(context);
  return { kind, actorId, network: currentNetwork(), ...meansOf(actorId) };
}

export type RecordEvent = ReturnType<typeof recordEventOf> & {
  /** Done by a manager of the installation, not through a role in the record's organization. */
  byManager?: boolean;
};

/** Columns of events passed as parameters, and their types. */
const eventParameters = {
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

const eventTypes = Object.values(eventParameters);
const givenColumns = Object.keys(eventParameters)
  .map((name) => `"${name}"`)
  .join(', ');

type Value = string | boolean | null;

/** Event values in the order of `eventArrays`. */
export function eventValues(event: RecordEvent, recordId: string): Value[] {
  const values = { byManager: false, ...event, id: newId('AuditEvent'), recordId };
  return (Object.keys(eventParameters) as (keyof typeof eventParameters)[]).map(
    (name) => values[name],
  );
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

/** The actor of audit events that `npm run admin` causes. */
export const command = { actorId: 'command', actorName: 'npm run admin' };

/** Numbers of events that are kept. Database triggers enforce them. */
export const auditLimits = {
  /** Per kind, actor and account, and how many of them are the oldest. */
  eventsPerKind: 300,
  firstEventsPerKind: 100,
  /** About an organization's records, caused by its members. */
  eventsPerOrganization: 10_000,
  /** About the organizations that a user has deleted, and their service accounts. */
  deletionsPerUser: 1_000,
} as const;
