import { isImpersonated } from '#server/auth/viewer.ts';
import type { Transaction } from '#server/database/client.ts';
import { type AuditEvent, actorOf, recordEvent } from '#server/features/audit-log/audit-log.ts';
import { type Context, viewerCan } from '#server/graphql/context.ts';

/**
 * Organization of the viewer's audit event, and whether they act as a manager of the installation. While
 * impersonating, they always do.
 */
export const concerning = (context: Context, organizationId: string | null) => ({
  organizationId,
  byManager: viewerCan(context, 'organization:manage') || isImpersonated(context.viewer),
});

export const causedIn = (context: Context, organizationId: string) => ({
  actorId: actorOf(context),
  ...concerning(context, organizationId),
});

/**
 * Records what the viewer does to an organization, its members or teams, in the same transaction. Call it last, because
 * the limit on events waits for other transactions.
 */
export function recordInOrganization(
  context: Context,
  transaction: Transaction,
  { organizationId, ...event }: AuditEvent & { organizationId: string },
) {
  return recordEvent(transaction, {
    ...causedIn(context, organizationId),
    recordId: organizationId,
    ...event,
  });
}
