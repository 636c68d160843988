/** Writes to invitations, serialized per organization so limits hold. */

import { mailboxOf } from '#server/auth/limits/mail-limits.ts';
import { personOf } from '#server/auth/viewer.ts';
import type { Transaction } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { recordInOrganization } from '#server/features/organization/audit.ts';
import { lockOrganization } from '#server/features/organization/memberships.ts';
import { type Context, senderName } from '#server/graphql/context.ts';
import { type UserError, userError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import type { OrganizationRole } from '#shared/organization-roles.ts';

type NewInvitations = {
  organizationId: string;
  /** Keyed by position in the input. */
  emails: ReadonlyMap<number, string>;
  role: OrganizationRole;
  teamId: string | null;
};

async function findRefused(
  transaction: Transaction,
  { organizationId, emails }: NewInvitations,
): Promise<UserError[]> {
  const among = { in: [...emails.values()] };
  const members = await transaction.member.findMany({
    where: { organizationId, user: { email: among } },
    select: { user: { select: { email: true } } },
  });
  const invited = await transaction.invitation.findMany({
    where: { organizationId, email: among, state: 'pending' },
    select: { email: true },
  });
  const reasons = new Map([
    ...invited.map(({ email }) => [email, 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'] as const),
    ...members.map(
      ({ user }) => [user.email, 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION'] as const,
    ),
  ]);
  return [...emails].flatMap(([place, email]) => {
    const code = reasons.get(email);
    return code ? [errorAt(place, code)] : [];
  });
}

/** @throws {UserErrors} if the organization would have too many open invitations */
async function requirePlaces(
  transaction: Transaction,
  organizationId: string,
  invitations: readonly { id: string }[],
): Promise<void> {
  const open = { organizationId, state: 'pending', expiresAt: { gt: new Date() } } as const;
  const id = { notIn: invitations.map((invitation) => invitation.id) };
  const others = await transaction.invitation.count({ where: { ...open, id } });
  if (others + invitations.length > limits.invitationsPerOrganization) {
    throw userError('INVITATION_LIMIT_REACHED');
  }
}

/**
 * Invites people. Returns the IDs of new invitations and of those that the same request has sent before, and errors for
 * the others.
 *
 * @throws {UserErrors} if the organization has too many invitations
 */
export async function invite(
  context: Context,
  asked: NewInvitations,
): Promise<{ ids: string[]; errors: UserError[] }> {
  const { database } = context;
  const { organizationId, emails, role, teamId } = asked;
  if (emails.size === 0) return { ids: [], errors: [] };
  const addresses = [...emails.values()];
  const inviterId = context.viewer?.user.id ?? null;
  return database.$transaction(async (transaction) => {
    const organization = await lockOrganization(transaction, organizationId, 'organizationId');
    const expired = { organizationId, state: 'pending' as const, expiresAt: { lte: new Date() } };
    await transaction.invitation.deleteMany({ where: { ...expired, email: { in: addresses } } });
    const same = { organizationId, role, teamId, inviterId, email: { in: addresses } };
    const repeated = await transaction.invitation.findMany({
      where: { ...same, ...justSent() },
      select: { id: true, email: true },
    });
    const sentBefore = new Set(repeated.map(({ email }) => email));
    const wanted = new Map([...emails].filter(([, email]) => !sentBefore.has(email)));
    const errors = await findRefused(transaction, { ...asked, emails: wanted });
    const refused = new Set(errors.map(({ field }) => Number(field?.[1])));
    const rows = [...wanted]
      .filter(([place]) => !refused.has(place))
      .map(([place, email]) => ({ place, id: newId('Invitation'), email }));
    await requirePlaces(transaction, organizationId, rows);
    const sent = await sendMails(context, transaction, { organizationId, organization, rows });
    const unsent = rows.filter((row) => !sent.includes(row));
    const fields = { organizationId, role, teamId, inviterId, expiresAt: newExpiry() };
    const data = sent.map(({ id, email }) => ({ id, email, ...fields }));
    await transaction.invitation.createMany({ data });
    for (const { id: recordId } of sent) {
      const event = { organizationId, recordId, kind: 'invitation_sent', detail: role } as const;
      await recordInOrganization(context, transaction, event);
    }
    return {
      ids: [...repeated, ...sent].map(({ id }) => id),
      errors: [...errors, ...unsent.map(({ place }) => errorAt(place, 'EMAIL_LIMIT_REACHED'))],
    };
  });
}

type Target = { id: string; organizationId: string; email: string; role: OrganizationRole };

export async function resend(context: Context, { id, organizationId, email, role }: Target) {
  await context.database.$transaction(async (transaction) => {
    const organization = await lockOrganization(transaction, organizationId, 'id');
    if ((await transaction.invitation.count({ where: { id, ...justSent() } })) > 0) return;
    await requirePlaces(transaction, organizationId, [{ id }]);
    const { count } = await transaction.invitation.updateMany({
      where: { id, state: 'pending' },
      data: { expiresAt: newExpiry(), inviterId: context.viewer?.user.id ?? null },
    });
    if (count === 0) throw userError('INVITATION_NOT_FOUND');
    const mail = { organizationId, organization, rows: [{ id, email }] };
    const sent = await sendMails(context, transaction, mail);
    if (sent.length === 0) throw userError('EMAIL_LIMIT_REACHED');
    const event = { organizationId, recordId: id, detail: role };
    await recordInOrganization(context, transaction, { ...event, kind: 'invitation_resent' });
  });
}

/** @throws {UserErrors} if the invitation was answered or cancelled before */
export async function close(
  database: Transaction,
  id: string,
  state: 'accepted' | 'declined' | 'cancelled',
): Promise<void> {
  const where = { id, state: 'pending' } as const;
  const { count } = await database.invitation.updateMany({ where, data: { state } });
  if (count === 0) throw userError('INVITATION_NOT_FOUND');
}

/** @throws {UserErrors} as `close` */
export async function end(
  context: Context,
  { id, organizationId, role }: Target,
  state: 'declined' | 'cancelled',
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    await close(transaction, id, state);
    const event = { organizationId, recordId: id, detail: role };
    await recordInOrganization(context, transaction, { ...event, kind: `invitation_${state}` });
  });
}

const hourMs = 60 * 60 * 1_000;

const newExpiry = () => new Date(Date.now() + limits.invitationHours * hourMs);

/** Condition for open invitations that were sent moments ago, whose request may have been repeated. */
const justSent = () => ({
  state: 'pending' as const,
  expiresAt: { gt: new Date(newExpiry().getTime() - limits.repeatSeconds * 1_000) },
});

/** Users get their own language, unknown addresses the request's. */
async function languagesOf({ language }: Context, { user }: Transaction, emails: string[]) {
  const users = await user.findMany({
    where: { email: { in: emails } },
    select: { email: true, language: true },
  });
  const known = new Map(users.map((each) => [each.email, each.language]));
  return (email: string) => (known.has(email) ? known.get(email) : language());
}

type Mails<Row> = { organizationId: string; organization: string; rows: readonly Row[] };

/**
 * Adds emails about invitations to the outbox. Returns the rows that have one. The others exceeded a limit of their
 * sender or mailbox.
 */
async function sendMails<Row extends { id: string; email: string }>(
  context: Context,
  transaction: Transaction,
  { organizationId, organization, rows }: Mails<Row>,
): Promise<Row[]> {
  const { mailer, viewer } = context;
  const inviter = senderName(context);
  const person = viewer ? personOf(viewer) : organizationId;
  const emails = rows.map(({ email }) => email);
  const languageOf = await languagesOf(context, transaction, emails);
  const sent: Row[] = [];
  // Ordered by mailbox to avoid deadlocks.
  const byMailbox = (row: Row, other: Row) =>
    mailboxOf(row.email) < mailboxOf(other.email) ? -1 : 1;
  for (const row of rows.toSorted(byMailbox)) {
    const { id, email } = row;
    const path = `/app/invitations/${id}?${new URLSearchParams({ email })}`;
    const user = { email, language: languageOf(email) };
    const about = { organization, inviter, path };
    const cause = { person, transaction };
    if (await mailer.send('organizationInvitation', user, about, cause)) sent.push(row);
  }
  return sent;
}

export const errorAt = (place: number, code: UserError['code']): UserError => ({
  code,
  field: ['emails', String(place)],
});
