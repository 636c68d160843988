import type { GraphQLResolveInfo } from 'graphql';
import { violatedConstraint } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { type Context, canSeeOrganization, tokenOrganization } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { renewMemberships } from '#server/graphql/memberships.ts';
import { defineMutation, valid } from '#server/graphql/mutation.ts';
import { lockUsers, OrganizationRole } from '#server/graphql/organization.ts';
import { selection } from '#server/graphql/selection.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { memberRules } from '#shared/rules/organization.ts';
import { requireCanRemove, requireCanUpdate } from './policy.ts';
import { Member } from './schema.ts';

/** @throws {UserErrors} NOT_FOUND if there is no such member in an organization that the viewer sees */
async function requireMember(context: Context, id: string) {
  const member = await context.database.member.findUnique({
    where: { id },
    select: { id: true, organizationId: true, userId: true, role: true },
  });
  if (!member || !canSeeOrganization(context, member.organizationId)) {
    throw userError('NOT_FOUND', 'id');
  }
  return member;
}

async function memberResult(context: Context, info: GraphQLResolveInfo, id: string) {
  const columns = ['organizationId', 'userId'];
  const member = await context.database.member.findUniqueOrThrow({
    ...(selection(context, info, { paths: [['member']], columns }) as {
      select: { id: true; organizationId: true; userId: true };
    }),
    where: { id },
  });
  return { member };
}

function note({ log }: Context, action: string, targetId: string): void {
  securityEvent(log, 'authz_change', undefined, { action, targetId });
}

type Members = Prisma.TransactionClient['member'];

/**
 * Writes to one membership of a user. The user is locked first, as deleting an account does: two such writes
 * wait for each other, never in a circle.
 *
 * @throws {UserErrors} NOT_FOUND if it changed meanwhile: what the viewer may do depends on the role
 */
async function writeMember(
  { database }: Context,
  userId: string,
  write: (members: Pick<Members, 'updateMany' | 'deleteMany'>) => Promise<{ count: number }>,
): Promise<void> {
  await database.$transaction(async (transaction) => {
    await lockUsers(transaction, [userId]);
    const { count } = await write(transaction.member);
    if (count === 0) throw userError('NOT_FOUND', 'id');
  });
}

defineMutation('updateMember', {
  description:
    'Changes the role of a member, as an owner or admin of the organization, or with `organization:manage`. Only owners make others owners, and change the role of owners.',
  authScopes: { can: 'organization:update' },
  target: { field: 'id', model: 'Member' },
  errors: [
    'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
    'SERVICE_ACCOUNT_CANNOT_OWN_THE_ORGANIZATION',
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  ],
  input: {
    description: 'The member to update, and their new role.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the member.' }),
      role: t.field({ type: OrganizationRole, required: true, description: 'New role.' }),
    }),
  },
  resolve: async ({ id, ...input }, context, info) => {
    const { role } = valid(memberRules, input);
    const before = await requireMember(context, id);
    requireCanUpdate(context, before, role);
    const where = { id, role: before.role };
    await writeMember(context, before.userId, (members) =>
      members.updateMany({ where, data: { role } }),
    );
    note(context, 'organization_role_changed', before.userId);
    if (before.userId === context.viewer?.user.id) await renewMemberships(context);
    return memberResult(context, info, id);
  },
  payload: (t) => ({
    member: t.field({
      type: Member,
      nullable: true,
      description: 'The updated member. Null if the input was refused.',
      resolve: (result) => result.member,
    }),
  }),
});

defineMutation('removeMember', {
  description:
    'Removes a member from their organization and its teams, as an owner or admin, or with `organization:manage`. Only owners remove owners. A service account is deleted.',
  authScopes: { can: 'organization:update' },
  target: { field: 'id', model: 'Member' },
  errors: [
    'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  ],
  input: {
    description: 'The member to remove.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the member.' }) }),
  },
  resolve: async ({ id }, context) => {
    const member = await requireMember(context, id);
    requireCanRemove(context, member);
    const where = { id, role: member.role };
    await writeMember(context, member.userId, (members) => members.deleteMany({ where }));
    note(context, 'organization_member_removed', member.userId);
    return { removedMemberId: id };
  },
  payload: (t) => ({
    removedMemberId: t.id({
      nullable: true,
      description: 'ID of the removed member. Null if nothing was removed.',
      resolve: (result) => result.removedMemberId,
    }),
  }),
});

/** @throws {UserErrors} if the viewer is no member, or the only owner */
async function leave(context: Context, organizationId: string, userId: string) {
  const where = { organizationId, userId };
  try {
    await writeMember(context, userId, (members) => members.deleteMany({ where }));
  } catch (error) {
    if (violatedConstraint(error) !== 'organization_last_owner') throw error;
    throw userError('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER');
  }
}

defineMutation('leaveOrganization', {
  description: 'Ends the viewer’s membership in an organization. Refused while impersonating.',
  authScopes: { can: 'organization:update', notImpersonating: true },
  target: { field: 'id', model: 'Organization' },
  errors: ['YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'],
  input: {
    description: 'The organization to leave.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the organization.' }) }),
  },
  resolve: async ({ id }, context) => {
    const only = tokenOrganization(context);
    if (only !== null && only !== id) throw userError('NOT_FOUND', 'id');
    const userId = context.viewer?.user.id ?? '';
    await leave(context, id, userId);
    note(context, 'organization_left', userId);
    return { leftOrganizationId: id };
  },
  payload: (t) => ({
    leftOrganizationId: t.id({
      nullable: true,
      description: 'ID of the organization that was left. Null if it was not.',
      resolve: (result) => result.leftOrganizationId,
    }),
  }),
});
