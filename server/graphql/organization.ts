/** Roles in organizations, what they refuse, events of what they permit, and locks of organizations and users. */

import { type AuditEvent, actorOf, recordEvent } from '#server/auth/audit-log.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { enumName } from '#shared/enum-name.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import {
  type OrganizationPermission,
  organizationRoleNames,
  type OrganizationRole as RoleName,
} from '#shared/organization-roles.ts';
import { builder } from './builder.ts';
import { type Context, canSeeOrganization, viewerCan, viewerCanIn } from './context.ts';
import { userError } from './errors.ts';

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

/** The error of a member who lacks a permission in an organization. */
const refusals = {
  'organization:update': 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
  'organization:delete': 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  'team:create': 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
  'team:update': 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM',
  'team:delete': 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM',
} as const satisfies Partial<Record<OrganizationPermission, UserErrorCode>>;

/**
 * @throws {UserErrors} NOT_FOUND at `field` for an organization that the viewer does not see, otherwise what they
 * are not allowed to do
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
 * The organization that an event of the viewer names. What managers do, also while impersonating, is not limited:
 * theirs name none.
 */
export const eventOrganization = (context: Context, organizationId: string | null) =>
  viewerCan(context, 'organization:manage') || context.viewer?.session?.impersonatedBy
    ? null
    : organizationId;

/** Who an event of the viewer names as its cause, and the organization whose limit it counts for. */
export const causedIn = (context: Context, organizationId: string) => ({
  actorId: actorOf(context),
  organizationId: eventOrganization(context, organizationId),
});

/**
 * Adds what the viewer does to an organization, its members or teams to the audit log, as part of the transaction that
 * does it. Called last: the limit of its events waits for other transactions.
 */
export function recordInOrganization(
  context: Context,
  transaction: Prisma.TransactionClient,
  { organizationId, ...event }: Omit<AuditEvent, 'recordId'> & { organizationId: string },
): Promise<void> {
  return recordEvent(transaction, {
    ...causedIn(context, organizationId),
    ...event,
    recordId: organizationId,
  });
}

/**
 * Makes other writes to what belongs to an organization wait until the transaction ends. Returns its name.
 *
 * @throws {UserErrors} NOT_FOUND at `field` if there is no such organization
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
 * Locks users in one order until the transaction ends. What changes members locks their users first, then
 * the organization: deleting an account begins with the user, too.
 */
export function lockUsers(
  transaction: Prisma.TransactionClient,
  ids: readonly string[],
): Promise<{ id: string; email: string }[]> {
  return transaction.$queryRaw<{ id: string; email: string }[]>`
    SELECT "id", "email" FROM "user" WHERE "id" = ANY(${ids}) ORDER BY "id" FOR NO KEY UPDATE`;
}
