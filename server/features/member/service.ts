import { lockUsers } from '#server/auth/users.ts';
import { type Transaction, violatedConstraint } from '#server/database/client.ts';
import { recordDeletion } from '#server/features/audit-log/audit-log.ts';
import { causedIn, recordInOrganization } from '#server/features/organization/audit.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireViewer } from '#server/graphql/refusal.ts';
import { securityEvent } from '#server/log/security-events.ts';
import type { OrganizationRole } from '#shared/organization-roles.ts';

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
 * Changes a user's membership, and records it. Locks the user first, as deleting an account does, to avoid deadlocks.
 *
 * @throws {UserErrors} NOT_FOUND if it changed concurrently, because permissions depend on the role
 */
async function writeMember(
  { database }: Context,
  userId: string,
  write: (members: Transaction['member']) => Promise<{ count: number }>,
  record: (transaction: Transaction) => Promise<unknown>,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockUsers(transaction, [userId]);
    const { count } = await write(transaction.member);
    if (count === 0) throw userError('NOT_FOUND', 'id');
    await record(transaction);
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
  const event = { organizationId, userId, kind: 'member_role_changed', detail: role } as const;
  await writeMember(
    context,
    userId,
    (members) => members.updateMany({ where: { id, role: before }, data: { role } }),
    async (transaction) => {
      await recordInOrganization(context, transaction, event);
    },
  );
  note(context, 'organization_role_changed', userId);
}

type Ended = {
  organizationId: string;
  user: FoundMember['user'];
  kind: 'member_removed' | 'member_left';
};

/** Ends a membership. Service accounts are deleted with it. */
const endMember = (
  context: Context,
  { organizationId, user, kind, ...where }: Ended & Prisma.MemberWhereInput,
): Promise<void> =>
  writeMember(
    context,
    user.id,
    (members) => members.deleteMany({ where: { organizationId, userId: user.id, ...where } }),
    async (transaction) => {
      const { id: userId, name: subjectName } = user;
      const event = { organizationId, userId, kind, subjectName };
      await recordInOrganization(context, transaction, event);
      if (!user.isServiceAccount) return;
      await recordDeletion(transaction, [user], causedIn(context, organizationId));
    },
  );

/** @throws {UserErrors} as `writeMember` */
export async function remove(context: Context, member: FoundMember): Promise<void> {
  const { id, organizationId, role, user } = member;
  await endMember(context, { id, organizationId, role, user, kind: 'member_removed' });
  note(context, 'organization_member_removed', user.id);
}

/** @throws {UserErrors} if the viewer isn't a member, or is the only owner */
export async function leave(context: Context, organizationId: string): Promise<void> {
  const where = { id: requireViewer(context).user.id };
  const query = { where, select: accountColumns };
  const user = await context.database.user.findUniqueOrThrow(query);
  try {
    await endMember(context, { organizationId, user, kind: 'member_left' });
  } catch (error) {
    if (violatedConstraint(error) !== 'organization_last_owner') throw error;
    throw userError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
  }
  note(context, 'organization_left', user.id);
}
