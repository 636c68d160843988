import { isImpersonated } from '#server/auth/viewer.ts';
import { type Context, roleIn, viewerCan, viewerRoleFor } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { mayAssignRole, type OrganizationRole } from '#shared/organization-roles.ts';

type Target = { organizationId: string; role: OrganizationRole };
type Counted = { ownerCount: number };

/** Only owners can change and remove owners. */
function canManage(context: Context, { organizationId, role }: Target): boolean {
  const own = viewerRoleFor(context, organizationId);
  return own !== undefined && mayAssignRole(own, role);
}

/** The only owner can't be removed or demoted. The database enforces this too. */
const isOnlyOwner = (role: OrganizationRole, { ownerCount }: Counted) =>
  role === 'owner' && ownerCount === 1;

/** Roles above member need a proof of identity, which neither access tokens nor impersonating managers can give. */
const canPromote = ({ viewer }: Context) => viewer?.session != null && !isImpersonated(viewer);

export function canRemove(context: Context, member: Target & { organization: Counted }): boolean {
  return canManage(context, member) && !isOnlyOwner(member.role, member.organization);
}

export function canUpdate(context: Context, member: Target & { organization: Counted }): boolean {
  return canRemove(context, member) && (member.role !== 'member' || canPromote(context));
}

export function canLeave(context: Context, organization: Counted & { id: string }): boolean {
  if (isImpersonated(context.viewer)) return false;
  const role = roleIn(context, organization.id);
  if (role === undefined || isOnlyOwner(role, organization)) return false;
  return viewerCan(context, 'organization:update');
}

export function requireCanUpdate(context: Context, member: Target, to: OrganizationRole): void {
  if (canManage(context, member) && canManage(context, { ...member, role: to })) return;
  throw userError('YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER');
}

export function requireCanRemove(context: Context, member: Target): void {
  if (!canManage(context, member)) throw userError('YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER');
}
