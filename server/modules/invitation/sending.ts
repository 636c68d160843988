/** Sends invitations. What a person may make us send is limited, whatever they delete in between. */
import { bucket, createRateLimit } from '#server/auth/rate-limit.ts';
import type { Database } from '#server/database/client.ts';
import type { Context } from '#server/graphql/context.ts';
import { type UserError, userError } from '#server/graphql/errors.ts';
import { fallbackLanguage, isLanguage } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';

/** Invitations that a user may send in a row, and how many are added per hour. */
const perUser = { atOnce: 100, perHour: 20 };
/** Mails of any kind to one address within a day, above which no invitation is added. */
const mailsPerDay = 20;

export const hourMilliseconds = 60 * 60 * 1_000;

/** When an invitation that is sent now expires. */
export const newExpiry = () => new Date(Date.now() + limits.invitationHours * hourMilliseconds);

/** @throws {UserErrors} if the viewer has sent too many */
export async function requireBudget(context: Context, count: number): Promise<void> {
  const { database, hmac, viewer } = context;
  const { atOnce, perHour } = perUser;
  const rule = bucket(atOnce, perHour, atOnce, count);
  const { wait } = await createRateLimit(database, hmac).takeOne(
    'invitation sender',
    viewer?.session?.impersonatedBy ?? viewer?.user.id ?? '',
    rule,
  );
  if (wait > 0) throw userError('TOO_MANY_INVITATIONS');
}

/** The addresses that have received many mails today. */
export async function findFlooded(database: Database, emails: string[]): Promise<Set<string>> {
  const groups = await database.mail.groupBy({
    by: ['to'],
    where: { to: { in: emails }, createdAt: { gt: new Date(Date.now() - 24 * hourMilliseconds) } },
    _count: { _all: true },
  });
  return new Set(groups.filter(({ _count }) => _count._all >= mailsPerDay).map(({ to }) => to));
}

/** The language of each address: its user's, otherwise that of the request. */
export async function languagesOf({ database, language }: Context, emails: string[]) {
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

type Sent = { id: string; email: string };

/** Adds the mails of invitations to the outbox, as part of `transaction`. */
export async function sendMails(
  { mailer, viewer }: Context,
  invitations: readonly Sent[],
  {
    organization,
    languageOf,
    transaction,
  }: {
    organization: string;
    languageOf: Awaited<ReturnType<typeof languagesOf>>;
    transaction: Pick<Database, 'mail'>;
  },
): Promise<void> {
  for (const { id, email } of invitations) {
    const recipient = { to: email, language: languageOf(email) };
    const path = `/app/invitations/${id}?${new URLSearchParams({ email })}`;
    const about = { organization, inviter: viewer?.user.name ?? '', path };
    await mailer.sendOrganizationInvitation(recipient, about, transaction);
  }
}

/** The error about one of the addresses of the input. */
export const errorAt = (place: number, code: UserError['code']): UserError => ({
  code,
  field: ['emails', String(place)],
});
