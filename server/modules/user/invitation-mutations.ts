/** Sends an invitation again, which tells its recipient how to sign in for the first time. */
import { recordEvent } from '#server/auth/audit-log.ts';
import { createRateLimit, windows } from '#server/auth/rate-limit.ts';
import type { Context } from '#server/graphql/context.ts';
import { apiError } from '#server/graphql/errors.ts';
import { defineMutation } from '#server/graphql/mutation.ts';
import { statusColumns } from '#server/graphql/user-status.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { userPayload, userResult } from './payload.ts';
import { requireCanResendInvitation } from './policy.ts';

const { invitationsPerDay, invitationSeconds } = limits;

/** Mails to one recipient, however many managers send them. */
const perRecipient = windows([
  { count: 1, seconds: invitationSeconds },
  { count: invitationsPerDay, seconds: 24 * 60 * 60 },
]);

/** @throws RATE_LIMITED */
async function requireWaited({ database, hmac }: Context, userId: string): Promise<void> {
  const { wait } = await createRateLimit(database, hmac).takeOne(
    'user invitation',
    userId,
    perRecipient,
  );
  if (wait === 0) return;
  const message = `An invitation can be sent again after ${invitationSeconds} seconds, ${invitationsPerDay} times within 24 hours. Try again in ${wait} seconds.`;
  throw apiError('RATE_LIMITED', message, { retryAfter: wait });
}

defineMutation('resendUserInvitation', {
  description: `Sends the invitation of a user again, who has not signed in yet. RATE_LIMITED within ${invitationSeconds} seconds, and after ${invitationsPerDay} within 24 hours.`,
  authScopes: { can: 'user:create' },
  target: { field: 'id', model: 'User' },
  errors: ['NO_OPEN_INVITATION'],
  input: {
    description: 'The user to invite again.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the user.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    const { database, mailer, viewer } = context;
    const user = await database.user.findUniqueOrThrow({
      where: { id },
      select: { id: true, email: true, language: true, isServiceAccount: true, ...statusColumns },
    });
    requireCanResendInvitation(context, user);
    await requireWaited(context, id);
    const language = isLanguage(user.language) ? user.language : context.language;
    await mailer.sendInvitation({ to: user.email, language }, viewer?.user.name ?? '');
    await recordEvent(database, { userId: id, kind: 'invited', actorId: viewer?.user.id });
    return userResult(context, info, id);
  },
  payload: userPayload('The user.'),
});
