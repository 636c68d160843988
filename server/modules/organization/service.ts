/** Writes to organizations. The limits hold for requests at the same time: each locks what it counts. */
import { recordDeletion } from '#server/auth/audit-log.ts';
import { newId } from '#server/database/ids.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import {
  causedIn,
  lockOrganization,
  lockUsers,
  recordInOrganization,
} from '#server/graphql/organization.ts';
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
    const event = { organizationId: id, kind: 'organization_created' } as const;
    await recordInOrganization(context, transaction, event);
  });
  securityEvent(context.log, 'authz_change', undefined, {
    action: 'organization_created',
    targetId: id,
  });
  return id;
}

/** Updates an organization. Undefined fields stay. */
export async function updateOrganization(
  context: Context,
  id: string,
  data: { name?: string; slug?: string },
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    await lockOrganization(transaction, id, 'id');
    const where = { id };
    const select = { name: true, slug: true } as const;
    const before = await transaction.organization.findUniqueOrThrow({ where, select });
    const after = await transaction.organization.update({ where, data, select });
    const former = (['name', 'slug'] as const)
      .filter((field) => after[field] !== before[field])
      .map((field) => before[field]);
    await recordInOrganization(context, transaction, {
      ...{ organizationId: id, kind: 'organization_updated' },
      detail: former.join(', ') || null,
    });
  });
}

/** Deletes an organization with everything that belongs to it, its service accounts too. */
export async function deleteOrganization(context: Context, id: string): Promise<void> {
  const { database, log } = context;
  await database.$transaction(async (transaction) => {
    const where = { organizationId: id };
    const members = await transaction.member.findMany({ where, select: { userId: true } });
    await lockUsers(
      transaction,
      members.map(({ userId }) => userId),
    );
    // From here on nobody joins, so no service account goes without an event.
    await lockOrganization(transaction, id, 'id');
    const accounts = await transaction.user.findMany({
      where: { isServiceAccount: true, members: { some: where } },
      select: { id: true, name: true },
    });
    const select = { name: true } as const;
    const { name } = await transaction.organization.delete({ where: { id }, select });
    // The events of its members have been deleted with it. These are added afterwards, and stay.
    await recordDeletion(transaction, accounts, causedIn(context, id));
    await recordInOrganization(context, transaction, {
      ...{ organizationId: id, kind: 'organization_deleted' },
      ...{ subjectName: name, organizationName: name },
    });
  });
  securityEvent(log, 'authz_change', undefined, { action: 'organization_deleted', targetId: id });
}
