import { recordDeletion } from '#server/auth/audit-log/audit-log.ts';
import { violatedConstraint } from '#server/database/client.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { causedIn, recordInOrganization } from '#server/organizations/audit.ts';
import type { OrganizationRole } from '#shared/organization-roles.ts';

type Transaction = Prisma.TransactionClient;

const accountColumns = { id: true, name: true, isServiceAccount: true } as const;

/** @throws Prisma's P2025 unless the viewer sees the member, which becomes NOT_FOUND */
export function requireMember(context: Context, id: string) {
  return context.database.member.findUniqueOrThrow({
    where: { id, AND: visibleWhere('Member', context) },
    select: {
      id: true,
      organizationId: true,
      userId: true,
      role: true,
      user: { select: accountColumns },
    },
  });
}

type FoundMember = Awaited<ReturnType<typeof requireMember>>;

function note({ log }: Context, action: string, targetId: string): void {
  securityEvent(log, 'authz_change', undefined, { action, targetId });
}

/**
 * Changes a user's membership. Runs `audit` afterwards. Locks the user first, as deleting an account does, to avoid
 * deadlocks.
 *
 * @throws {UserErrors} NOT_FOUND if it changed concurrently, because permissions depend on the role
 */
async function writeMember(
  { database }: Context,
  userId: string,
  {
    write,
    audit,
  }: {
    write: (members: Transaction['member']) => Promise<{ count: number }>;
    audit: (transaction: Transaction) => Promise<unknown>;
  },
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockUsers(transaction, [userId]);
    const { count } = await write(transaction.member);
    if (count === 0) throw userError('NOT_FOUND', 'id');
    await audit(transaction);
  });
}

/**
 * Does nothing if the member has the role already.
 *
 * @throws {UserErrors} as `writeMember`
 */
export async function changeRole(
  context: Context,
  { id, organizationId, userId, role: before }: FoundMember,
  role: OrganizationRole,
): Promise<void> {
  if (role === before) return;
  await writeMember(context, userId, {
    write: (members) => members.updateMany({ where: { id, role: before }, data: { role } }),
    audit: (transaction) =>
      recordInOrganization(context, transaction, {
        organizationId,
        userId,
        kind: 'member_role_changed',
        detail: role,
      }),
  });
  note(context, 'organization_role_changed', userId);
}

type Ended = {
  organizationId: string;
  user: FoundMember['user'];
  kind: 'member_removed' | 'member_left';
};

async function auditEnd(
  context: Context,
  transaction: Transaction,
  { organizationId, user, kind }: Ended,
): Promise<void> {
  const { id: userId, name: subjectName } = user;
  const event = { organizationId, userId, kind, subjectName } as const;
  await recordInOrganization(context, transaction, event);
  if (user.isServiceAccount) {
    await recordDeletion(transaction, [user], causedIn(context, organizationId));
  }
}

/**
 * Service accounts are deleted with their membership.
 *
 * @throws {UserErrors} as `writeMember`
 */
export async function remove(context: Context, member: FoundMember): Promise<void> {
  const { id, organizationId, userId, role, user } = member;
  await writeMember(context, userId, {
    write: (members) => members.deleteMany({ where: { id, role } }),
    audit: (transaction) =>
      auditEnd(context, transaction, { organizationId, user, kind: 'member_removed' }),
  });
  note(context, 'organization_member_removed', userId);
}

/** @throws {UserErrors} if the viewer isn't a member, or is the only owner */
export async function leave(
  context: Context,
  organizationId: string,
  userId: string,
): Promise<void> {
  const user = await context.database.user.findUniqueOrThrow({
    where: { id: userId },
    select: accountColumns,
  });
  try {
    await writeMember(context, userId, {
      write: (members) => members.deleteMany({ where: { organizationId, userId } }),
      audit: (transaction) =>
        auditEnd(context, transaction, { organizationId, user, kind: 'member_left' }),
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'organization_last_owner') throw error;
    throw userError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
  }
  note(context, 'organization_left', userId);
}
