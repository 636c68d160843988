import { type AuditEvent, actorOf, recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { withCountedMemberships } from '#server/auth/memberships.ts';
import { isImpersonated } from '#server/auth/viewer.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { type Context, viewerCan } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';

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
  transaction: Prisma.TransactionClient,
  { organizationId, ...event }: AuditEvent & { organizationId: string },
) {
  return recordEvent(transaction, {
    ...causedIn(context, organizationId),
    recordId: organizationId,
    ...event,
  });
}

/**
 * Blocks other writes to an organization's records until the transaction ends. Returns the organization's name.
 *
 * @throws {UserErrors} NOT_FOUND at `field` if the organization doesn't exist
 */
export async function lockOrganization(
  transaction: Prisma.TransactionClient,
  id: string,
  field: string,
): Promise<string> {
  const [organization] = await transaction.$queryRaw<{ name: string }[]>`
    SELECT "name" FROM "organization" WHERE "id" = ${id} FOR NO KEY UPDATE`;
  if (!organization) throw userError('NOT_FOUND', field);
  return organization.name;
}

/** Reloads the viewer's memberships after a mutation changed them, for its payload. */
export async function renewMemberships(context: Context): Promise<void> {
  const { viewer, database } = context;
  if (!viewer) return;
  const { memberships } = await database.user.findUniqueOrThrow({
    where: { id: viewer.user.id },
    select: { memberships: true },
  });
  context.viewer = withCountedMemberships({ ...viewer, user: { ...viewer.user, memberships } });
}
