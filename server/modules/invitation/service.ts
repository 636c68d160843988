/** Writes to invitations, serialized per organization so limits hold. */

import { isBanned } from '#server/auth/session-rules.ts';
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
import { errorAt, newExpiry, prepareMails } from './sending.ts';

type Transaction = Prisma.TransactionClient;

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

/**
 * Invites people. Returns the IDs of new invitations, and errors for the others.
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
  const sendMails = await prepareMails(context, organizationId, addresses);
  return database.$transaction(async (transaction) => {
    const organization = await lockOrganization(transaction, organizationId, 'organizationId');
    const expired = { organizationId, state: 'pending' as const, expiresAt: { lte: new Date() } };
    await transaction.invitation.deleteMany({ where: { ...expired, email: { in: addresses } } });
    const errors = await findRefused(transaction, asked);
    const refused = new Set(errors.map(({ field }) => Number(field?.[1])));
    const rows = [...emails]
      .filter(([place]) => !refused.has(place))
      .map(([place, email]) => ({ place, id: newId('Invitation'), email }));
    const open = { organizationId, state: 'pending' as const, expiresAt: { gt: new Date() } };
    const count = await transaction.invitation.count({ where: open });
    if (count + rows.length > limits.invitationsPerOrganization) {
      throw userError('INVITATION_LIMIT_REACHED');
    }
    const sent = await sendMails(rows, organization, transaction);
    const unsent = rows.filter((row) => !sent.includes(row));
    await transaction.invitation.createMany({
      data: sent.map(({ id, email }) => ({
        ...{ id, organizationId, email, role, teamId },
        ...{ inviterId: context.viewer?.user.id ?? null, expiresAt: newExpiry() },
      })),
    });
    for (const { id: recordId } of sent) {
      const event = { organizationId, recordId, kind: 'invitation_sent', detail: role } as const;
      await recordInOrganization(context, transaction, event);
    }
    return {
      ids: sent.map(({ id }) => id),
      errors: [...errors, ...unsent.map(({ place }) => errorAt(place, 'EMAIL_LIMIT_REACHED'))],
    };
  });
}

type Target = { id: string; organizationId: string; email: string; role: OrganizationRole };

export async function resend(context: Context, { id, organizationId, email, role }: Target) {
  const sendMails = await prepareMails(context, organizationId, [email]);
  await context.database.$transaction(async (transaction) => {
    const organization = await lockOrganization(transaction, organizationId, 'id');
    const { count } = await transaction.invitation.updateMany({
      where: { id, state: 'pending' },
      data: { expiresAt: newExpiry(), inviterId: context.viewer?.user.id ?? null },
    });
    if (count === 0) throw userError('INVITATION_NOT_FOUND');
    const sent = await sendMails([{ id, email }], organization, transaction);
    if (sent.length === 0) throw userError('EMAIL_LIMIT_REACHED');
    const kind = 'invitation_resent' as const;
    const event = { organizationId, recordId: id, kind, detail: role };
    await recordInOrganization(context, transaction, event);
  });
}

async function close(
  database: Transaction,
  id: string,
  state: 'accepted' | 'declined' | 'cancelled',
): Promise<void> {
  const { count } = await database.invitation.updateMany({
    where: { id, state: 'pending' },
    data: { state },
  });
  if (count === 0) throw userError('INVITATION_NOT_FOUND');
}

/** @throws {UserErrors} if the invitation was answered or cancelled before */
export async function end(
  context: Context,
  { id, organizationId, role }: Target,
  state: 'declined' | 'cancelled',
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    await close(transaction, id, state);
    const kind = `invitation_${state}` as const;
    const event = { organizationId, recordId: id, kind, detail: role };
    await recordInOrganization(context, transaction, event);
  });
}

/** @throws {UserErrors} if the inviter may no longer invite people with this role */
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
 * Makes a user a member, with the invitation's role and team. Returns the member's ID.
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
    // Read after locking, to see what others have committed.
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
    // The inviter is the actor, because they gave the role. The recipient only consents.
    await recordInOrganization(context, transaction, {
      ...{ organizationId, userId, kind: 'member_added', detail: role },
      actorId: invitation.inviterId,
      network: null,
    });
  });
  return memberId;
}
