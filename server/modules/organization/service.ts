/** Writes to organizations. The limits hold for requests at the same time: each locks what it counts. */
import { newId } from '#server/database/ids.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { lockUsers } from '#server/graphql/organization.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { organizationLimits } from '#shared/organization-limits.ts';

/**
 * Creates an organization whose owner is the viewer. Returns its ID.
 *
 * @throws {UserErrors} if they own or belong to too many, or if the slug is taken
 */
export async function createOrganization(
  context: Context,
  userId: string,
  values: { name: string; slug: string },
): Promise<string> {
  const id = newId('Organization');
  await context.database.$transaction(async (transaction) => {
    await lockUsers(transaction, [userId]);
    const owned = await transaction.member.count({ where: { userId, role: 'owner' } });
    const all = await transaction.member.count({ where: { userId } });
    if (
      owned >= organizationLimits.organizationsPerOwner ||
      all >= organizationLimits.organizationsPerUser
    ) {
      throw userError('YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS');
    }
    const owner = { id: newId('Member'), userId, role: 'owner' } as const;
    await transaction.organization.create({
      data: { id, ...values, members: { create: owner } },
      select: { id: true },
    });
  });
  securityEvent(context.log, 'authz_change', undefined, {
    action: 'organization_created',
    targetId: id,
  });
  return id;
}

/** Deletes an organization with everything that belongs to it. */
export async function deleteOrganization({ database, log }: Context, id: string): Promise<void> {
  await database.$transaction(async (transaction) => {
    const where = { organizationId: id };
    const members = await transaction.member.findMany({ where, select: { userId: true } });
    await lockUsers(
      transaction,
      members.map(({ userId }) => userId),
    );
    await transaction.organization.delete({ where: { id }, select: { id: true } });
  });
  securityEvent(log, 'authz_change', undefined, { action: 'organization_deleted', targetId: id });
}
