import { defineMutation } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/record-result.ts';
import { statusColumns } from '#server/graphql/types/user-status.ts';
import { limits } from '#shared/limits.ts';
import { resendInvitation } from './invitation.ts';
import { requireCanResendInvitation } from './policy.ts';
import { User } from './schema.ts';

const { invitationsPerDay, repeatSeconds } = limits;

defineMutation('resendUserInvitation', {
  description: `Resends the invitation of a user who has not signed in yet. Does nothing within ${repeatSeconds} seconds. RATE_LIMITED after ${invitationsPerDay} within 24 hours.`,
  authScopes: { can: 'user:create' },
  audit: ['invited'],
  target: { field: 'id', model: 'User' },
  errors: ['INVITATION_NOT_FOUND', 'EMAIL_LIMIT_REACHED'],
  input: {
    description: 'The user to invite again.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the user.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    const user = await context.database.user.findUniqueOrThrow({
      where: { id },
      select: { id: true, email: true, language: true, isServiceAccount: true, ...statusColumns },
    });
    requireCanResendInvitation(context, user);
    await resendInvitation(context, user);
    return { user: await recordResult('User', id, { context, info }) };
  },
  payload: recordPayload('user', User, 'The user.'),
});
