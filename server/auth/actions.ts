/** Actions of viewers on accounts. Each is logged as a security event. */
import type { Database, Transaction } from '#server/database/client.ts';
import {
  type ActorContext,
  type AuditDetails,
  actorOf,
  recordEvents,
} from '#server/features/audit-log/audit-log.ts';
import type { Log } from '#server/log/log.ts';
import { type SecurityEvent, securityEvent } from '#server/log/security-events.ts';

/** By kinds of their own: a product may have no audit log. */
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
  access_token_created: 'authn_token_created',
  access_token_updated: 'user_updated',
  access_token_rotated: 'authn_token_created',
  access_token_revoked: 'authn_token_revoked',
  provider_unlinked: 'user_updated',
  passkey_renamed: 'user_updated',
  passkey_removed: 'user_updated',
  passkeys_reset: 'authz_admin',
  recovery_codes_created: 'user_updated',
} as const satisfies Record<string, SecurityEvent>;

export type Action = {
  userId: string;
  kind: keyof typeof securityEvents;
  audited?: AuditDetails;
};

type ActionContext = { log: Log; database: Database } & ActorContext;

/**
 * Runs `work` in a transaction. Logs the actions that it returns, and returns them. The transaction also writes them to
 * the audit log.
 */
export async function runActions(
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
    securityEvent(context.log, securityEvents[kind], undefined, { action: kind, targetId: userId });
  }
  return actions;
}
