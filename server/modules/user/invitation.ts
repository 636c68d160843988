import { recordAction, runRecorded } from '#server/auth/actions.ts';
import { createRateLimit, windows } from '#server/auth/limits/rate-limit.ts';
import { personOf } from '#server/auth/sessions/known-people.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { senderName } from '#server/graphql/building/sender-name.ts';
import type { Context } from '#server/graphql/context.ts';
import { rateLimited, userError } from '#server/graphql/errors.ts';
import { exhausted } from '#server/http/rate-limit-headers.ts';
import type { CountedAddress } from '#server/mail/mailer.ts';
import { isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';

const { invitationsPerDay, repeatSeconds } = limits;

/** Emails to one recipient, however many managers send them. */
const perRecipient = windows([
  { count: 1, seconds: repeatSeconds },
  { count: invitationsPerDay, seconds: 24 * 60 * 60 },
]);

const policy = {
  name: 'user-invitations',
  limit: invitationsPerDay,
  windowSeconds: 24 * 60 * 60,
};

const takeTurn = ({ hmac }: Context, database: Prisma.TransactionClient, userId: string) =>
  createRateLimit(database, hmac).takeOne('user invitation', userId, perRecipient);

function tooManyInvitations(wait: number) {
  const message = `An invitation can be sent again after ${repeatSeconds} seconds, ${invitationsPerDay} times within 24 hours.`;
  return rateLimited(message, exhausted(policy, wait), { retryAfter: wait });
}

type Invited = { id: string; to: CountedAddress; language: string | null };

/** @throws {UserErrors} if the viewer has sent too many invitations, or the address has received too many emails */
export async function countInvitation(
  context: Context,
  email: string,
  {
    field,
    transaction,
  }: { field?: 'email' | undefined; transaction?: Prisma.TransactionClient } = {},
): Promise<CountedAddress> {
  const { mailer, viewer } = context;
  const cause = { person: viewer ? personOf(viewer) : '', ...(transaction && { transaction }) };
  const counted = await mailer.count('userInvitation', email, cause);
  if (!counted) throw userError('EMAIL_LIMIT_REACHED', field);
  return counted;
}

/**
 * Counts an invitation of a user to a corrected address.
 *
 * @throws RATE_LIMITED if the user was invited moments ago, or too often today
 * @throws {UserErrors} as `countInvitation`
 */
export async function countInvitationAgain(
  context: Context,
  { id, email }: { id: string; email: string },
): Promise<CountedAddress> {
  const { wait } = await takeTurn(context, context.database, id);
  if (wait > 0) throw tooManyInvitations(wait);
  return countInvitation(context, email, { field: 'email' });
}

export async function sendInvitationAgain(
  context: Context,
  { id, to, language: chosen }: Invited,
): Promise<void> {
  const language = isLanguage(chosen) ? chosen : context.language;
  await context.mailer.sendInvitation({ to, language }, senderName(context));
  await recordAction(context, { userId: id, kind: 'invited' });
}

/**
 * Sends the invitation of a user again. Does nothing if that happened moments ago.
 *
 * @throws RATE_LIMITED if they were invited too often today
 * @throws {UserErrors} as `countInvitation`
 */
export async function resendInvitation(
  context: Context,
  { id, email, language: chosen }: { id: string; email: string; language: string | null },
): Promise<void> {
  const language = isLanguage(chosen) ? chosen : context.language;
  await runRecorded(context, async (transaction) => {
    const { wait, level } = await takeTurn(context, transaction, id);
    if (wait > 0 && level < invitationsPerDay) return [];
    if (wait > 0) throw tooManyInvitations(wait);
    const to = await countInvitation(context, email, { transaction });
    await context.mailer.sendInvitation({ to, language }, senderName(context), transaction);
    return [{ userId: id, kind: 'invited' }];
  });
}
