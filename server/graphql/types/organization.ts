/** Organization roles, their errors and audit events, and locks on organizations and users. */

import { type AuditEvent, actorOf, recordEvent } from '#server/auth/audit-log/audit-log.ts';
import { isImpersonated } from '#server/auth/viewer.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import {
  type Context,
  canSeeOrganization,
  viewerCan,
  viewerCanIn,
} from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { enumName } from '#shared/enum-name.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import {
  type OrganizationPermission,
  organizationRoleNames,
  type OrganizationRole as RoleName,
} from '#shared/organization-roles.ts';

const descriptions: Record<RoleName, string> = {
  owner: 'May do everything in the organization, and alone deletes it and makes others owners.',
  admin: 'Manages members, invitations, teams and repositories, but no owners.',
  member: 'Reads what belongs to the organization.',
};

export const OrganizationRole = builder.enumType('OrganizationRole', {
  description: 'A role in an organization.',
  values: Object.fromEntries(
    organizationRoleNames.map((role) => [
      enumName(role),
      { value: role, description: descriptions[role] },
    ]),
  ) as Record<string, { value: RoleName; description: string }>,
});

const refusals = {
  'organization:update': 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
  'organization:delete': 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  'team:create': 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
  'team:update': 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM',
  'team:delete': 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM',
} as const satisfies Partial<Record<OrganizationPermission, UserErrorCode>>;

/**
 * @throws {UserErrors} NOT_FOUND at `field` if the viewer can't see the organization, otherwise what they may not do
 */
export function requireInOrganization(
  context: Context,
  organizationId: string,
  { permission, field = 'id' }: { permission: keyof typeof refusals; field?: string },
): void {
  if (viewerCanIn(context, organizationId, permission)) return;
  if (!canSeeOrganization(context, organizationId)) throw userError('NOT_FOUND', field);
  throw userError(refusals[permission]);
}

/**
 * Organization of the viewer's audit event, and whether they act as a manager of the installation, including while
 * impersonating.
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
): Promise<void> {
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

/**
 * Locks users, ordered by ID to avoid deadlocks. To change members, lock users before the organization, because
 * deleting an account locks the user first too.
 */
export function lockUsers(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return transaction.$queryRaw<{ id: string; email: string }[]>`
    SELECT "id", "email" FROM "user" WHERE "id" = ANY(${ids}) ORDER BY "id" FOR NO KEY UPDATE`;
}
