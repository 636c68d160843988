/** Roles in organizations: the API's enum, and refusals. */

import { enumName } from '#shared/enum-name.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import {
  type OrganizationPermission,
  organizationRoleNames,
  type OrganizationRole as RoleName,
} from '#shared/organization-roles.ts';
import { builder } from './builder.ts';
import { type Context, canSeeOrganization, viewerCanIn } from './context.ts';
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
