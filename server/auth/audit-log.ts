/** The audit log: who did what to which user. */
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { type SecurityEvent, securityEvent } from '#server/log/security-events.ts';

export type AuditEvent = {
  userId: string;
  kind: AuditEventKind;
  /** Who did it; omitted for the user themselves and for the system. */
  actorId?: string | null | undefined;
  detail?: string | null | undefined;
};

/** The security event of each kind. */
const securityEvents: Record<AuditEventKind, SecurityEvent> = {
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
};

/** Adds an event to the audit log. */
export async function recordEvent(
  database: Database,
  { userId, kind, actorId, detail }: AuditEvent,
): Promise<void> {
  const otherId = actorId && actorId !== userId ? actorId : null;
  const actor = otherId
    ? await database.user.findUnique({ where: { id: otherId }, select: { name: true } })
    : null;
  await database.auditEvent.create({
    data: {
      id: newId('AuditEvent'),
      userId,
      kind,
      actorId: otherId,
      actorName: actor?.name || null,
      detail: detail ?? null,
    },
    select: { id: true },
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

/** Adds an action of the viewer, or of the manager who impersonates them, to the audit and security logs. */
export async function recordAction(
  { database, log, viewer }: ActionContext,
  event: Omit<AuditEvent, 'actorId'>,
): Promise<void> {
  const { kind, userId } = event;
  const actorId = viewer?.session?.impersonatedBy ?? viewer?.user.id;
  await recordEvent(database, { ...event, actorId });
  securityEvent(log, securityEvents[kind], undefined, { action: kind, targetId: userId });
}

/** Adds an action of the viewer on several users, by two statements. `database` may be a transaction. */
export async function recordActions(
  context: ActionContext,
  database: Pick<Database, 'user' | 'auditEvent'>,
  events: readonly Omit<AuditEvent, 'actorId'>[],
): Promise<void> {
  const { viewer, log } = context;
  const actorId = viewer?.session?.impersonatedBy ?? viewer?.user.id ?? null;
  const actor = actorId
    ? await database.user.findUnique({ where: { id: actorId }, select: { name: true } })
    : null;
  await database.auditEvent.createMany({
    data: events.map(({ userId, kind, detail }) => ({
      id: newId('AuditEvent'),
      userId,
      kind,
      actorId: actorId === userId ? null : actorId,
      actorName: actorId === userId ? null : actor?.name || null,
      detail: detail ?? null,
    })),
  });
  for (const { userId, kind } of events) {
    securityEvent(log, securityEvents[kind], undefined, { action: kind, targetId: userId });
  }
}
