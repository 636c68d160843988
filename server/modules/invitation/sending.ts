/** Sends organization invitations. Limits what a person may send, even if they delete invitations in between. */
import { mailboxOf } from '#server/auth/email-code/mailbox.ts';
import { personOf } from '#server/auth/sessions/known-people.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { senderName } from '#server/graphql/building/sender-name.ts';
import type { Context } from '#server/graphql/context.ts';
import type { UserError } from '#server/graphql/errors.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';

const hourMs = 60 * 60 * 1_000;

export const newExpiry = () => new Date(Date.now() + limits.invitationHours * hourMs);

/** Condition for open invitations that were sent moments ago, whose request may have been repeated. */
export const justSent = () => ({
  state: 'pending' as const,
  expiresAt: { gt: new Date(newExpiry().getTime() - limits.repeatSeconds * 1_000) },
});

/** Users get their own language or the fallback, unknown addresses the request's language. */
async function languagesOf({ database, language }: Context, emails: string[]) {
  const users = await database.user.findMany({
    where: { email: { in: emails } },
    select: { email: true, language: true },
  });
  const known = new Map(users.map((user) => [user.email, user.language]));
  return (email: string) => {
    if (!known.has(email)) return language;
    const chosen = known.get(email);
    return isLanguage(chosen) ? chosen : fallbackLanguage;
  };
}

type Invited = { id: string; email: string };

/** Prepares the emails of an organization's invitations. Call it before the transaction. */
export async function prepareMails(context: Context, organizationId: string, emails: string[]) {
  const { mailer, viewer } = context;
  const inviter = senderName(context);
  const person = viewer ? personOf(viewer) : organizationId;
  const languageOf = await languagesOf(context, emails);

  /**
   * Adds emails to the outbox, as part of `transaction`. Returns the invitations that have one. The others exceeded a
   * limit of their sender or mailbox.
   */
  return async function sendMails<Invitation extends Invited>(
    invitations: readonly Invitation[],
    organization: string,
    transaction: Prisma.TransactionClient,
  ): Promise<Invitation[]> {
    const sent: Invitation[] = [];
    // Ordered by mailbox to avoid deadlocks.
    for (const invitation of sortBy(invitations, ({ email }) => mailboxOf(email))) {
      const { id, email } = invitation;
      const to = await mailer.count('organizationInvitation', email, { person, transaction });
      if (!to) continue;
      const path = `/app/invitations/${id}?${new URLSearchParams({ email })}`;
      const about = { organization, inviter, path };
      const recipient = { to, language: languageOf(email) };
      await mailer.sendOrganizationInvitation(recipient, about, transaction);
      sent.push(invitation);
    }
    return sent;
  };
}

const sortBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string) =>
  items.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

export const errorAt = (place: number, code: UserError['code']): UserError => ({
  code,
  field: ['emails', String(place)],
});
