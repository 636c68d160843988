/** The audit log: who did what to an account or record, when, and the network it came from. */
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { RecordEvent } from '#server/database/record-events.ts';
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { type SecurityEvent, securityEvent } from '#server/log/security-events.ts';
import { networkText } from './client-network.ts';

export type AuditEvent = {
  /** Whose account it is about. */
  userId?: string | undefined;
  /** The organization that it is about, or whose member or team. */
  recordId?: string | undefined;
  kind: AuditEventKind;
  /** Who did it; omitted for the user themselves and for the system. */
  actorId?: string | null | undefined;
  detail?: string | null | undefined;
  /** The user's name, if their account is gone already. */
  subjectName?: string | null | undefined;
  /** The organization's name, if it is gone already. */
  organizationName?: string | undefined;
  /** Null if the request is not the actor's. */
  network?: null;
  /** The organization whose role permitted it. Its events are limited, and deleted with it. */
  organizationId?: string | null | undefined;
};

/** The security event of each kind that managers and users cause with their changes to accounts. */
const securityEvents = {
  created: 'user_created',
  invited: 'user_created',
  signed_in: 'authn_login_success',
  onboarded: 'user_updated',
  name_changed: 'user_updated',
  email_changed: 'user_updated',
  role_changed: 'authz_change',
  banned: 'authn_login_lock',
  unbanned: 'authz_admin',
  impersonated: 'authn_impersonate_success',
  sessions_revoked: 'session_ended',
  access_token_created: 'authn_token_created',
  access_token_rotated: 'authn_token_created',
  access_token_revoked: 'authn_token_revoked',
  provider_unlinked: 'user_updated',
} as const satisfies Partial<Record<AuditEventKind, SecurityEvent>>;

type Action = Omit<AuditEvent, 'actorId'> & { userId: string; kind: keyof typeof securityEvents };

/** The network of the current request's client; null outside of a request. */
function currentNetwork(): string | null {
  const request = currentRequest();
  return request ? networkText(request.client) : null;
}

/** The row of an event. Names at its time are added by a trigger. */
function eventRow(event: AuditEvent) {
  return {
    id: newId('AuditEvent'),
    userId: event.userId ?? null,
    recordId: event.recordId ?? null,
    kind: event.kind,
    actorId: event.actorId ?? null,
    detail: event.detail ?? null,
    subjectName: event.subjectName || null,
    organizationName: event.organizationName ?? null,
    organizationId: event.organizationId ?? null,
    network: event.network === null ? null : currentNetwork(),
  };
}

/** Adds an event to the audit log. */
export async function recordEvent(
  database: Pick<Database, 'auditEvent'>,
  event: AuditEvent,
): Promise<void> {
  await database.auditEvent.create({ data: eventRow(event), select: { id: true } });
}

/** Adds the deletion of accounts, with the names that they had. A name that is an address is not kept. */
export async function recordDeletion(
  database: Pick<Database, 'auditEvent'>,
  users: readonly { id: string; name: string }[],
  by: Pick<AuditEvent, 'actorId' | 'organizationId'> = {},
): Promise<void> {
  await database.auditEvent.createMany({
    data: users.map(({ id, name }) =>
      eventRow({
        userId: id,
        kind: 'deleted',
        ...by,
        subjectName: name.includes('@') ? null : name,
      }),
    ),
  });
}

/** The parts of a request's context that tell who acted. */
type ActionContext = {
  database: Database;
  log: Log;
  viewer: {
    user: { id: string };
    session: { impersonatedBy?: string | null | undefined } | null;
  } | null;
};

/** The viewer, or the manager who impersonates them. */
export function actorOf({ viewer }: Pick<ActionContext, 'viewer'>): string | null {
  return viewer?.session?.impersonatedBy ?? viewer?.user.id ?? null;
}

/** An event about records that the viewer changes, to be written in the same statement as they are. */
export function recordEventOf(
  context: Pick<ActionContext, 'viewer'>,
  kind: AuditEventKind,
): RecordEvent {
  return { kind, actorId: actorOf(context), network: currentNetwork() };
}

/** Adds an action of the viewer, or of the manager who impersonates them, to the audit and security logs. */
export async function recordAction(context: ActionContext, event: Action): Promise<void> {
  const { kind, userId } = event;
  await recordEvent(context.database, { ...event, actorId: actorOf(context) });
  securityEvent(context.log, securityEvents[kind], undefined, { action: kind, targetId: userId });
}

/** Adds an action of the viewer on several users, by one statement. `database` may be a transaction. */
export async function recordActions(
  context: ActionContext,
  database: Pick<Database, 'auditEvent'>,
  events: readonly Action[],
): Promise<void> {
  const actorId = actorOf(context);
  await database.auditEvent.createMany({
    data: events.map((event) => eventRow({ ...event, actorId })),
  });
  for (const { userId, kind } of events) {
    securityEvent(context.log, securityEvents[kind], undefined, {
      action: kind,
      targetId: userId,
    });
  }
}
