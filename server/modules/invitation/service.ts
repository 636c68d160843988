/** Writes to invitations. Those of one organization wait for each other, so that limits hold. */

import { isBanned } from '#server/auth/session-rules.ts';
import type { Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Context } from '#server/graphql/context.ts';
import { type UserError, userError } from '#server/graphql/errors.ts';
import { lockOrganization, lockUsers, recordInOrganization } from '#server/graphql/organization.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import {
  canInOrganization,
  mayAssignRole,
  type OrganizationRole,
} from '#shared/organization-roles.ts';
import { can } from '#shared/permissions.ts';
import { isOpen } from './policy.ts';
import {
  errorAt,
  findFlooded,
  languagesOf,
  newExpiry,
  requireBudget,
  sendMails,
} from './sending.ts';

type Transaction = Prisma.TransactionClient;

type NewInvitations = {
  organizationId: string;
  /** By their place in the input. */
  emails: ReadonlyMap<number, string>;
  role: OrganizationRole;
  teamId: string | null;
};

/** The places of addresses that cannot be invited, and why. */
async function findRefused(
  transaction: Transaction,
  { organizationId, emails }: NewInvitations,
  flooded: ReadonlySet<string>,
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
    ...[...flooded].map((email) => [email, 'TOO_MANY_INVITATIONS'] as const),
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

/**
 * Invites people. Returns the IDs of the new invitations, and why others were not sent.
 *
 * @throws {UserErrors} if the organization has too many, or the viewer has sent too many
 */
export async function invite(
  context: Context,
  asked: NewInvitations,
): Promise<{ ids: string[]; errors: UserError[] }> {
  const { database } = context;
  const { organizationId, emails, role, teamId } = asked;
  if (emails.size === 0) return { ids: [], errors: [] };
  const addresses = [...emails.values()];
  await requireBudget(context, addresses.length);
  const flooded = await findFlooded(database, addresses);
  const languageOf = await languagesOf(context, addresses);
  return database.$transaction(async (transaction) => {
    const organization = await lockOrganization(transaction, organizationId, 'organizationId');
    const expired = { organizationId, state: 'pending' as const, expiresAt: { lte: new Date() } };
    await transaction.invitation.deleteMany({ where: { ...expired, email: { in: addresses } } });
    const errors = await findRefused(transaction, asked, flooded);
    const refused = new Set(errors.map(({ field }) => Number(field?.[1])));
    const rows = [...emails]
      .filter(([place]) => !refused.has(place))
      .map(([, email]) => ({
        ...{ id: newId('Invitation'), organizationId, email, role, teamId },
        ...{ inviterId: context.viewer?.user.id ?? null, expiresAt: newExpiry() },
      }));
    const open = { organizationId, state: 'pending' as const, expiresAt: { gt: new Date() } };
    const count = await transaction.invitation.count({ where: open });
    if (count + rows.length > limits.invitationsPerOrganization) {
      throw userError('INVITATION_LIMIT_REACHED');
    }
    await transaction.invitation.createMany({ data: rows });
    await sendMails(context, rows, { organization, languageOf, transaction });
    return { ids: rows.map(({ id }) => id), errors };
  });
}

type Target = { id: string; organizationId: string; email: string };

/** Sends a pending invitation again, in the name of the viewer and for its whole life. */
export async function resend(context: Context, { id, organizationId, email }: Target) {
  await requireBudget(context, 1);
  if ((await findFlooded(context.database, [email])).has(email)) {
    throw userError('TOO_MANY_INVITATIONS');
  }
  const languageOf = await languagesOf(context, [email]);
  await context.database.$transaction(async (transaction) => {
    const organization = await lockOrganization(transaction, organizationId, 'id');
    const { count } = await transaction.invitation.updateMany({
      where: { id, state: 'pending' },
      data: { expiresAt: newExpiry(), inviterId: context.viewer?.user.id ?? null },
    });
    if (count === 0) throw userError('INVITATION_NOT_FOUND');
    await sendMails(context, [{ id, email }], { organization, languageOf, transaction });
  });
}

/** Answers or cancels a pending invitation. @throws {UserErrors} if that has happened */
export async function close(
  database: Pick<Database, 'invitation'> | Transaction,
  id: string,
  state: 'accepted' | 'declined' | 'cancelled',
): Promise<void> {
  const { count } = await database.invitation.updateMany({
    where: { id, state: 'pending' },
    data: { state },
  });
  if (count === 0) throw userError('INVITATION_NOT_FOUND');
}

/** @throws {UserErrors} if the sender may not invite people with this role any more */
async function requireInviter(
  transaction: Transaction,
  {
    inviterId,
    organizationId,
    role,
  }: { inviterId: string | null; organizationId: string; role: OrganizationRole },
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
 * Makes a user a member as the invitation says. Returns the member's ID.
 *
 * @throws {UserErrors} if it is no longer open, or if the organization or the user has reached a limit
 */
export async function accept(context: Context, id: string, userId: string): Promise<string> {
  const memberId = newId('Member');
  await context.database.$transaction(async (transaction) => {
    const { organizationId } = await transaction.invitation.findUniqueOrThrow({
      where: { id },
      select: { organizationId: true },
    });
    const [user] = await lockUsers(transaction, [userId]);
    await lockOrganization(transaction, organizationId, 'id');
    // Read once more: what came before has been committed.
    const invitation = await transaction.invitation.findUniqueOrThrow({ where: { id } });
    if (!isOpen(invitation)) throw userError('INVITATION_NOT_FOUND');
    if (user?.email !== invitation.email) {
      throw userError('YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION');
    }
    await requireInviter(transaction, invitation);
    if (
      (await transaction.member.count({ where: { userId } })) >=
      organizationLimits.organizationsPerUser
    ) {
      throw userError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS');
    }
    const { role, teamId } = invitation;
    await transaction.member.create({
      data: {
        ...{ id: memberId, organizationId, userId, role },
        ...(teamId && { teams: { create: { teamId } } }),
      },
      select: { id: true },
    });
    await close(transaction, id, 'accepted');
    // Recipients consent; who invited them gave them the role.
    await recordInOrganization(context, transaction, {
      ...{ organizationId, userId, kind: 'member_added', detail: role },
      actorId: invitation.inviterId,
      network: null,
    });
  });
  return memberId;
}
