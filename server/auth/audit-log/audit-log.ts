import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { RecordEvent } from '#server/database/record-events.ts';
import type { AuditEventKind, Prisma } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { currentRequest } from '#server/log/request-context.ts';
import { type SecurityEvent, securityEvent } from '#server/log/security-events.ts';
import { networkText } from '#server/network/client-network.ts';

export type AuditEvent = {
  userId?: string | undefined;
  recordId?: string | undefined;
  kind: AuditEventKind;
  /** The actor. Omitted for the user themselves and for the system. */
  actorId?: string | null | undefined;
  actorName?: string;
  detail?: string | null | undefined;
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

const securityEvents = {
  created: 'user_created',
  invited: 'user_created',
  signed_in: 'authn_login_success',
  language_changed: 'user_updated',
  picture_changed: 'user_updated',
  picture_deleted: 'user_updated',
  onboarded: 'user_updated',
  name_changed: 'user_updated',
  email_changed: 'user_updated',
  role_changed: 'authz_change',
  banned: 'authn_login_lock',
  unbanned: 'authz_admin',
  impersonated: 'authn_impersonate_success',
  sessions_revoked: 'session_ended',
  session_renamed: 'user_updated',
  access_token_created: 'authn_token_created',
  access_token_updated: 'user_updated',
  access_token_rotated: 'authn_token_created',
  access_token_revoked: 'authn_token_revoked',
  provider_unlinked: 'user_updated',
  passkey_renamed: 'user_updated',
  passkey_removed: 'user_updated',
  recovery_codes_created: 'user_updated',
} as const satisfies Partial<Record<AuditEventKind, SecurityEvent>>;

type Action = Omit<AuditEvent, 'actorId'> & { userId: string; kind: keyof typeof securityEvents };

function currentNetwork(): string | null {
  const request = currentRequest();
  return request ? networkText(request.client) : null;
}

/**
 * The actor's session. Programs have an access token instead. While impersonating, it includes whom. Empty if the
 * request isn't the actor's: the person who accepts an invitation isn't the one who granted the role.
 */
function meansOf(actorId: string | null) {
  const { viewerId, impersonatorId, sessionId, tokenId } = currentRequest() ?? {};
  if (actorId === null || actorId !== (impersonatorId ?? viewerId)) return noMeans;
  return {
    sessionId: sessionId ?? null,
    tokenId: tokenId ?? null,
    impersonatedId: impersonatorId ? (viewerId ?? null) : null,
  };
}

const noMeans = { sessionId: null, tokenId: null, impersonatedId: null };

/** A trigger adds the names at the time of the event. */
function eventRow(event: AuditEvent) {
  const means = meansOf(event.actorId ?? event.userId ?? null);
  return {
    id: newId('AuditEvent'),
    userId: event.userId ?? null,
    recordId: event.recordId ?? null,
    kind: event.kind,
    actorId: event.actorId ?? null,
    actorName: event.actorName ?? null,
    detail: event.detail ?? null,
    subjectName: event.subjectName || null,
    organizationName: event.organizationName ?? null,
    organizationId: event.organizationId ?? null,
    byManager: event.byManager ?? false,
    changedFields: [...(event.changedFields ?? [])],
    ...means,
    sessionId: event.sessionId ?? means.sessionId,
    impersonatedId: event.impersonatedId ?? means.impersonatedId,
    network: event.network === null ? null : currentNetwork(),
  };
}

/** Like Prisma's own calls, it can be a part of `$transaction([…])`. */
export const recordEvent = (
  database: Pick<Database, 'auditEvent'>,
  event: AuditEvent,
): Prisma.PrismaPromise<{ id: string }> =>
  database.auditEvent.create({ data: eventRow(event), select: { id: true } });

/** Records deleted accounts with the names they had. A name that contains an address is not kept. */
export async function recordDeletion(
  database: Pick<Database, 'auditEvent'>,
  users: readonly { id: string; name: string }[],
  by: Pick<AuditEvent, 'actorId' | 'organizationId' | 'byManager'> = {},
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

type ActionContext = {
  database: Database;
  log: Log;
  viewer: {
    user: { id: string };
    session: { id: string; impersonatedBy?: string | null | undefined } | null;
  } | null;
};

export function actorOf({ viewer }: Pick<ActionContext, 'viewer'>): string | null {
  return viewer?.session?.impersonatedBy ?? viewer?.user.id ?? null;
}

export function recordEventOf(
  context: Pick<ActionContext, 'viewer'>,
  kind: AuditEventKind,
): RecordEvent {
  const actorId = actorOf(context);
  return { kind, actorId, network: currentNetwork(), ...meansOf(actorId) };
}

export async function recordAction(context: ActionContext, event: Action): Promise<void> {
  const { kind, userId } = event;
  await recordEvent(context.database, { ...event, actorId: actorOf(context) });
  securityEvent(context.log, securityEvents[kind], undefined, { action: kind, targetId: userId });
}

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
