/** Actions of viewers on accounts. Each is logged as a security event. */
import type { Database, Transaction } from '#server/database/client.ts';
import {
  type ActorContext,
  type AuditDetails,
  actorOf,
  recordEvents,
} from '#server/features/audit-log/audit-log.ts';
import type { AuditEventKind } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { type SecurityEvent, securityEvent } from '#server/log/security-events.ts';

/** Of kinds that aren't `user_updated`. */
const securityEvents: Partial<Record<AuditEventKind, SecurityEvent>> = {
  created: 'user_created',
  invited: 'user_created',
  signed_in: 'authn_login_success',
  role_changed: 'authz_change',
  banned: 'authn_login_lock',
  unbanned: 'authz_admin',
  impersonated: 'authn_impersonate_success',
  sessions_revoked: 'session_ended',
  access_token_created: 'authn_token_created',
  access_token_rotated: 'authn_token_created',
  access_token_revoked: 'authn_token_revoked',
  passkeys_reset: 'authz_admin',
};

export type Action = {
  userId: string;
  kind: AuditEventKind;
  audited?: AuditDetails;
};

type ActionContext = { log: Log; database: Database } & ActorContext;

/** Runs `work` in a transaction, which also records the actions that it returns. Returns them. */
export async function runRecorded(
  context: ActionContext,
  work: (transaction: Transaction) => Promise<readonly Action[]>,
): Promise<readonly Action[]> {
  const actions = await context.database.$transaction(async (transaction) => {
    const done = await work(transaction);
    const actorId = actorOf(context);
    const events = done.map(({ audited, ...action }) => ({ ...audited, ...action, actorId }));
    if (events.length > 0) await recordEvents(transaction, events);
    return done;
  });
  for (const { userId, kind } of actions) {
    const event = securityEvents[kind] ?? 'user_updated';
    securityEvent(context.log, event, undefined, { action: kind, targetId: userId });
  }
  return actions;
}
