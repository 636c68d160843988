/** What the viewer may do to a member: the fields `viewerCan…` and the mutations use the same functions. */
import { type Context, viewerRoleFor } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { mayAssignRole, type OrganizationRole } from '#shared/organization-roles.ts';

type Target = { organizationId: string; role: OrganizationRole };

/** Only owners change and remove owners. */
export function canManage(context: Context, { organizationId, role }: Target): boolean {
  const own = viewerRoleFor(context, organizationId);
  return own !== undefined && mayAssignRole(own, role);
}

/** @throws {UserErrors} if the viewer may not give this member the role `to` */
export function requireCanUpdate(context: Context, member: Target, to: OrganizationRole): void {
  if (canManage(context, member) && canManage(context, { ...member, role: to })) return;
  throw userError('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER');
}

/** @throws {UserErrors} if the viewer may not remove this member */
export function requireCanRemove(context: Context, member: Target): void {
  if (!canManage(context, member)) throw userError('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER');
}
