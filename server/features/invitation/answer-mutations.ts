import { lockUsers } from '#server/auth/users.ts';
import { isBanned } from '#server/auth/viewer.ts';
import type { Transaction } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { recordInOrganization } from '#server/features/organization/audit.ts';
import { lockOrganization, renewMemberships } from '#server/features/organization/memberships.ts';
import type { Invitation } from '#server/generated/prisma/client.ts';
import { defineChange } from '#server/graphql/building/changes.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireViewer } from '#server/graphql/refusal.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { canInOrganization, mayAssignRole } from '#shared/organization-roles.ts';
import { can } from '#shared/permissions.ts';
import { requireInvitation } from './mutations.ts';
import { isOpen, requireCanAnswer } from './policy.ts';
import { close, end } from './service.ts';

/** Those who couldn't see the organization don't join it. */
const byRecipient = {
  can: 'organization:read',
  notImpersonating: true,
  bySession: true,
} as const;
const answerErrors = [
  'INVITATION_NOT_FOUND',
  'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
] as const;

defineMutation('acceptInvitation', {
  description: 'Joins an organization that invited the viewer. Refused while impersonating.',
  authScopes: byRecipient,
  audit: ['member_added'],
  target: { field: 'id', model: 'Invitation' },
  errors: [
    ...answerErrors,
    'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
    'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
    'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
    'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
  ],
  input: (t) => ({ id: t.id({ required: true, description: 'ID of the invitation.' }) }),
  resolve: async ({ id }, context, info) => {
    const invitation = await requireInvitation(context, id);
    requireCanAnswer(context, invitation);
    const targetId = requireViewer(context).user.id;
    const memberId = await accept(context, invitation, targetId);
    const action = 'organization_joined';
    securityEvent(context.log, 'authz_change', undefined, { action, targetId });
    await renewMemberships(context);
    return { member: await recordResult('Member', memberId, { context, info }) };
  },
  payload: recordPayload('Member', 'The viewer as a member.'),
});

defineChange('declineInvitation', {
  changes: 'Invitation',
  description: 'Declines an invitation to the viewer’s email address. Refused while impersonating.',
  authScopes: byRecipient,
  audit: ['invitation_declined'],
  errors: answerErrors,
  resolve: async ({ id }, context) => {
    const invitation = await requireInvitation(context, id);
    requireCanAnswer(context, invitation);
    await end(context, invitation, 'declined');
  },
  returns: 'The declined invitation.',
});

/** @throws {UserErrors} if the inviter may no longer invite people with this role */
async function requireInviter(
  transaction: Transaction,
  { inviterId, organizationId, role }: Invitation,
): Promise<void> {
  const inviter = await transaction.user.findUnique({
    where: { id: inviterId ?? '' },
    select: {
      role: true,
      banned: true,
      banExpires: true,
      members: { where: { organizationId }, select: { role: true } },
    },
  });
  const own = can(inviter?.role, 'organization:manage') ? 'owner' : inviter?.members[0]?.role;
  const mayInvite =
    inviter &&
    !isBanned(inviter) &&
    own &&
    canInOrganization(own, 'invitation:create') &&
    mayAssignRole(own, role);
  if (!mayInvite) throw userError('INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION');
}

/**
 * Makes a user a member, with the invitation's role and team. Returns the member's ID.
 *
 * @throws {UserErrors} if it is no longer open, or if the organization or the user has reached a limit
 */
async function accept(
  context: Context,
  { id, organizationId }: Invitation,
  userId: string,
): Promise<string> {
  const memberId = newId('Member');
  await context.database.$transaction(async (transaction) => {
    const [user] = await lockUsers(transaction, [userId]);
    await lockOrganization(transaction, organizationId, 'id');
    // Read after locking, to see what others have committed.
    const invitation = await transaction.invitation.findUniqueOrThrow({ where: { id } });
    if (!isOpen(invitation)) throw userError('INVITATION_NOT_FOUND');
    if (user?.email !== invitation.email) {
      throw userError('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION');
    }
    await requireInviter(transaction, invitation);
    const others = await transaction.member.count({ where: { userId } });
    if (others >= organizationLimits.organizationsPerUser) {
      throw userError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS');
    }
    const { role, teamId } = invitation;
    const teams = teamId && { teams: { create: { teamId } } };
    const data = { id: memberId, organizationId, userId, role, ...teams };
    await transaction.member.create({ data, select: { id: true } });
    await close(transaction, id, 'accepted');
    // The inviter is the actor, because they gave the role. The recipient only consents.
    await recordInOrganization(context, transaction, {
      organizationId,
      userId,
      kind: 'member_added',
      detail: role,
      actorId: invitation.inviterId,
      network: null,
    });
  });
  return memberId;
}
