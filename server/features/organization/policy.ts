/** Who may change records of organizations, given the entity's shared permissions. */

import { matches } from '#server/database/conditions.ts';
import { isIdOf } from '#server/database/ids.ts';
import { permissionsToCreate } from '#server/graphql/building/creation.ts';
import { type Asking, visibleTo } from '#server/graphql/building/visible-records.ts';
import { tokenOrganization, viewerCan, viewerCanIn } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { organizationsDisabled } from '#server/graphql/refusal.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import type { OrganizationPermission, SharedPermission } from '#shared/organization-roles.ts';

export const canSeeOrganization = (context: Asking, id: string): boolean =>
  matches(visibleTo('Organization', context), { id }) === true;

/** Whether records of an organization, or of the installation if null, are hidden from the viewer. */
function hidesRecordsOf(context: Asking, organizationId: string | null): boolean {
  const only = tokenOrganization(context);
  if (only !== null) return organizationId !== only;
  return organizationId !== null && !canSeeOrganization(context, organizationId);
}

/** Codes for a record of an organization that the viewer sees and may not change. */
export const organizationRefusals = ['FORBIDDEN'] as const;

export function canChangeInOrganization(
  context: Asking,
  permission: SharedPermission,
  organizationId: string,
): boolean {
  if (context.viewer?.withoutOrganizations && permissionsToCreate.has(permission)) return false;
  return viewerCan(context, permission)
    ? !hidesRecordsOf(context, organizationId)
    : viewerCanIn(context, organizationId, permission);
}

/**
 * @throws {UserErrors} NOT_FOUND if the viewer can't see the organization, or null is out of reach of their access token
 * @throws FORBIDDEN for an organization while they are disabled
 */
export function requireVisibleOrganization(context: Asking, organizationId: string | null): void {
  if (organizationId !== null && context.viewer?.withoutOrganizations) {
    throw organizationsDisabled();
  }
  const isMissing = organizationId !== null && !isIdOf('Organization', organizationId);
  if (isMissing || hidesRecordsOf(context, organizationId)) {
    throw userError('NOT_FOUND', 'organizationId');
  }
}

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
  context: Asking,
  organizationId: string,
  { permission, field = 'id' }: { permission: keyof typeof refusals; field?: string },
): void {
  if (viewerCanIn(context, organizationId, permission)) return;
  if (!canSeeOrganization(context, organizationId)) throw userError('NOT_FOUND', field);
  throw userError(refusals[permission]);
}
