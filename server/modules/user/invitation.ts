import { recordAction } from '#server/auth/actions.ts';
import { createRateLimit, windows } from '#server/auth/limits/rate-limit.ts';
import { personOf } from '#server/auth/sessions/known-people.ts';
import { senderName } from '#server/graphql/building/sender-name.ts';
import type { Context } from '#server/graphql/context.ts';
import { rateLimited, userError } from '#server/graphql/errors.ts';
import { exhausted } from '#server/http/rate-limit-headers.ts';
import type { CountedAddress } from '#server/mail/mailer.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';

const { invitationsPerDay, invitationSeconds } = limits;

/** Emails to one recipient, however many managers send them. */
const perRecipient = windows([
  { count: 1, seconds: invitationSeconds },
  { count: invitationsPerDay, seconds: 24 * 60 * 60 },
]);

const policy = {
  name: 'user-invitations',
  ...{ limit: invitationsPerDay, windowSeconds: 24 * 60 * 60 },
};

/** @throws RATE_LIMITED if this user was invited moments ago, or too often today */
async function requireWaited({ database, hmac }: Context, userId: string): Promise<void> {
  const { wait } = await createRateLimit(database, hmac).takeOne(
    'user invitation',
    userId,
    perRecipient,
  );
  if (wait === 0) return;
  const message = `An invitation can be sent again after ${invitationSeconds} seconds, ${invitationsPerDay} times within 24 hours.`;
  throw rateLimited(message, exhausted(policy, wait), { retryAfter: wait });
}

type Invited = { id: string; to: CountedAddress; language: string | null };

/** @throws {UserErrors} if the viewer has sent too many invitations, or the address has received too many emails */
export async function countInvitation(
  context: Context,
  email: string,
  field?: 'email',
): Promise<CountedAddress> {
  const { mailer, viewer } = context;
  const person = viewer ? personOf(viewer) : '';
  const counted = await mailer.count('userInvitation', email, { person });
  if (!counted) throw userError('EMAIL_LIMIT_REACHED', field);
  return counted;
}

/**
 * Counts another invitation of a user, to this address or a corrected one.
 *
 * @throws RATE_LIMITED if the user was invited moments ago, or too often today
 * @throws {UserErrors} as `countInvitation`
 */
export async function countInvitationAgain(
  context: Context,
  { id, email }: { id: string; email: string },
  field?: 'email',
): Promise<CountedAddress> {
  await requireWaited(context, id);
  return countInvitation(context, email, field);
}

export async function sendInvitationAgain(
  context: Context,
  { id, to, language: chosen }: Invited,
): Promise<void> {
  const language = isLanguage(chosen) ? chosen : context.language;
  await context.mailer.sendInvitation({ to, language }, senderName(context));
  await recordAction(context, { userId: id, kind: 'invited' });
}
