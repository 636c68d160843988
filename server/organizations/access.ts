import { type Context, canSeeOrganization, viewerCanIn } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import type { UserErrorCode } from '#shared/errors.ts';
import type { OrganizationPermission } from '#shared/organization-roles.ts';

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
