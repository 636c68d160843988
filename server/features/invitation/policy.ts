import { isImpersonated } from '#server/auth/viewer.ts';
import { canSeeOrganization } from '#server/features/organization/policy.ts';
import { provedRole } from '#server/features/organization/role.ts';
import type { Invitation } from '#server/generated/prisma/client.ts';
import { type Context, viewerCan, viewerCanIn, viewerRoleFor } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { mayAssignRole, type OrganizationRole } from '#shared/organization-roles.ts';

/** False for access tokens. */
function isViewerEmail({ viewer }: Pick<Context, 'viewer'>, email: string): boolean {
  return viewer?.session != null && viewer.user.email === email;
}

type Target = Pick<Invitation, 'organizationId' | 'email' | 'state' | 'expiresAt'>;

export const isOpen = ({ state, expiresAt }: Pick<Target, 'state' | 'expiresAt'>) =>
  state === 'pending' && expiresAt > new Date();

/** Only the recipient can answer, with a session. An access token doesn't prove who reads the mailbox. */
export function canAccept(context: Context, invitation: Target): boolean {
  if (isImpersonated(context.viewer) || !viewerCan(context, 'organization:read')) return false;
  return isViewerEmail(context, invitation.email) && isOpen(invitation);
}

export function canCancel(context: Context, { organizationId, state }: Target): boolean {
  return state === 'pending' && viewerCanIn(context, organizationId, 'invitation:cancel');
}

/** Resending happens in the viewer's name, so not while impersonating. Tokens can't give a proof of identity. */
export function canResend(context: Context, invitation: Target & Invited): boolean {
  const isRefusedToken =
    context.viewer?.accessToken != null && provedRole.only.isNeeded(invitation);
  return (
    canCancel(context, invitation) &&
    canAssign(context, invitation) &&
    !isRefusedToken &&
    !isImpersonated(context.viewer)
  );
}

export function requireCanAnswer(context: Context, invitation: Target): void {
  if (canAccept(context, invitation)) return;
  throw userError(
    isOpen(invitation) ? 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION' : 'INVITATION_NOT_FOUND',
  );
}

/** @throws {UserErrors} if the viewer may not cancel the invitation, or it was answered or cancelled before */
export function requireCanCancel(context: Context, invitation: Target): void {
  if (!viewerCanIn(context, invitation.organizationId, 'invitation:cancel')) {
    throw userError('YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION');
  }
  if (invitation.state !== 'pending') throw userError('INVITATION_NOT_FOUND');
}

type Invited = { organizationId: string; role: OrganizationRole };

/** Only owners can make others owners. */
function canAssign(context: Context, { organizationId, role }: Invited): boolean {
  const own = viewerRoleFor(context, organizationId);
  return own !== undefined && mayAssignRole(own, role);
}

export function requireCanAssign(context: Context, invited: Invited, field?: string): void {
  if (canAssign(context, invited)) return;
  throw userError('YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE', field);
}

/** @throws {UserErrors} NOT_FOUND if the viewer can't see the organization, otherwise what they may not do */
export function requireCanInvite(context: Context, invited: Invited): void {
  const { organizationId } = invited;
  if (!canSeeOrganization(context, organizationId)) throw userError('NOT_FOUND', 'organizationId');
  if (!viewerCanIn(context, organizationId, 'invitation:create')) {
    throw userError('YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION');
  }
  requireCanAssign(context, invited, 'role');
}
