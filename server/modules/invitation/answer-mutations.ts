import { defineMutation } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/record-result.ts';
import { userError } from '#server/graphql/errors.ts';
import { renewMemberships } from '#server/graphql/types/memberships.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { accept } from './acceptance.ts';
import { requireInvitation } from './mutations.ts';
import { requireCanAnswer } from './policy.ts';
import { Invitation } from './schema.ts';
import { end } from './service.ts';

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
  description:
    'Joins the organization of an invitation to the viewer’s email address. Refused while impersonating.',
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
  input: {
    description: 'The invitation to accept.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the invitation.' }) }),
  },
  resolve: async ({ id }, context) => {
    requireCanAnswer(context, await requireInvitation(context, id));
    const userId = context.viewer?.user.id;
    if (!userId) throw userError('INVITATION_NOT_FOUND');
    const memberId = await accept(context, id, userId);
    securityEvent(context.log, 'authz_change', undefined, {
      action: 'organization_joined',
      targetId: userId,
    });
    await renewMemberships(context);
    return { memberId };
  },
  payload: (t) => ({
    member: t.prismaField({
      type: 'Member',
      nullable: true,
      description: 'The viewer as a member. Null if the input was refused.',
      resolve: (query, { memberId }, _args, { database }) =>
        memberId ? database.member.findUnique({ ...query, where: { id: memberId } }) : null,
    }),
  }),
});

defineMutation('declineInvitation', {
  description: 'Declines an invitation to the viewer’s email address. Refused while impersonating.',
  authScopes: byRecipient,
  audit: ['invitation_declined'],
  target: { field: 'id', model: 'Invitation' },
  errors: answerErrors,
  input: {
    description: 'The invitation to decline.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the invitation.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    const invitation = await requireInvitation(context, id);
    requireCanAnswer(context, invitation);
    await end(context, invitation, 'declined');
    return { invitation: await recordResult('Invitation', id, { context, info }) };
  },
  payload: recordPayload('invitation', Invitation, 'The declined invitation.'),
});
