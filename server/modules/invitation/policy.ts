/** What the viewer may do to an invitation: the fields `viewerCan…` and the mutations use the same functions. */

import type { InvitationState } from '#server/generated/prisma/client.ts';
import {
  type Context,
  canSeeOrganization,
  isViewerEmail,
  viewerCanIn,
  viewerRoleFor,
} from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { mayAssignRole, type OrganizationRole } from '#shared/organization-roles.ts';

type Target = { organizationId: string; email: string; state: InvitationState; expiresAt: Date };

/** Whether it can be accepted. */
export const isOpen = ({ state, expiresAt }: Pick<Target, 'state' | 'expiresAt'>) =>
  state === 'pending' && expiresAt > new Date();

/** Only the recipient answers, signed in: an access token does not prove who reads the mails to the address. */
export function canAccept(context: Context, invitation: Target): boolean {
  const { session } = context.viewer ?? {};
  if (!session || session.impersonatedBy) return false;
  return isViewerEmail(context, invitation.email) && isOpen(invitation);
}

/** Whether the viewer may cancel the invitation, or send it again. */
export function canCancel(context: Context, { organizationId, state }: Target): boolean {
  return state === 'pending' && viewerCanIn(context, organizationId, 'invitation:cancel');
}

/** @throws {UserErrors} if the viewer may not accept or decline the invitation */
export function requireCanAnswer(context: Context, invitation: Target): void {
  if (canAccept(context, invitation)) return;
  throw userError(
    isOpen(invitation) ? 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION' : 'INVITATION_NOT_FOUND',
  );
}

/** @throws {UserErrors} if the viewer may not cancel the invitation, or it has been answered */
export function requireCanCancel(context: Context, invitation: Target): void {
  if (!viewerCanIn(context, invitation.organizationId, 'invitation:cancel')) {
    throw userError('YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION');
  }
  if (invitation.state !== 'pending') throw userError('INVITATION_NOT_FOUND');
}

type Invited = { organizationId: string; role: OrganizationRole };

/** @throws {UserErrors} unless the viewer may give the role: only owners make others owners */
export function requireCanAssign(
  context: Context,
  { organizationId, role }: Invited,
  field?: string,
): void {
  const own = viewerRoleFor(context, organizationId);
  if (own && mayAssignRole(own, role)) return;
  throw userError('YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE', field);
}

/** @throws {UserErrors} NOT_FOUND if the viewer does not see the organization, otherwise what they may not do */
export function requireCanInvite(context: Context, invited: Invited): void {
  const { organizationId } = invited;
  if (!canSeeOrganization(context, organizationId)) throw userError('NOT_FOUND', 'organizationId');
  if (!viewerCanIn(context, organizationId, 'invitation:create')) {
    throw userError('YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION');
  }
  requireCanAssign(context, invited, 'role');
}
