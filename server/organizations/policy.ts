/** Who may change records of organizations, given the entity's shared permissions. */
import { isIdOf } from '#server/database/ids.ts';
import { type Context, hidesRecordsOf, viewerCan, viewerCanIn } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { organizationsDisabled } from '#server/graphql/refusal.ts';
import type { SharedPermission } from '#shared/organization-roles.ts';

type WithViewer = Pick<Context, 'viewer'>;

export function canChangeInOrganization(
  context: WithViewer,
  permission: SharedPermission,
  organizationId: string,
): boolean {
  if (context.viewer?.withoutOrganizations && permission.endsWith(':create')) return false;
  return viewerCan(context, permission)
    ? !hidesRecordsOf(context, organizationId)
    : viewerCanIn(context, organizationId, permission);
}

/**
 * @throws {UserErrors} NOT_FOUND if the viewer can't see the organization, or null is out of reach of their access token
 * @throws FORBIDDEN for an organization while they are disabled
 */
export function requireVisibleOrganization(
  context: WithViewer,
  organizationId: string | null,
): void {
  if (organizationId !== null && context.viewer?.withoutOrganizations) {
    throw organizationsDisabled();
  }
  const isMissing = organizationId !== null && !isIdOf('Organization', organizationId);
  if (isMissing || hidesRecordsOf(context, organizationId)) {
    throw userError('NOT_FOUND', 'organizationId');
  }
}
