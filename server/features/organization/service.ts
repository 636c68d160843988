import { lockUsers } from '#server/auth/users.ts';
import type { Transaction } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { recordDeletion } from '#server/features/audit-log/audit-log.ts';
import { requireUnchanged, type Versioned } from '#server/graphql/building/changes.ts';
import { type NewRecord, reserve } from '#server/graphql/building/creation.ts';
import { requireCanDeleteDependents } from '#server/graphql/building/dependents.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { securityEvent } from '#server/log/security-events.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { causedIn, recordInOrganization } from './audit.ts';
import { lockOrganization } from './memberships.ts';

/**
 * Creates an organization owned by the viewer.
 *
 * @throws {UserErrors} if they own or belong to too many, or if the slug is taken
 */
export async function createOrganization(
  context: Context,
  record: NewRecord,
  { ownerId: userId, ...values }: { ownerId: string; name: string; slug: string },
): Promise<void> {
  const { id } = record;
  await context.database.$transaction(async (transaction) => {
    await reserve(transaction, record);
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
  const action = 'organization_created';
  securityEvent(context.log, 'authz_change', undefined, { action, targetId: id });
}

/** Undefined fields stay unchanged. Throws `UserErrors` (RECORD_CHANGED). */
export async function updateOrganization(
  context: Context,
  id: string,
  { expectedUpdatedAt, ...data }: Versioned & { name?: string; slug?: string },
): Promise<void> {
  await context.database.$transaction(async (transaction) => {
    await lockOrganization(transaction, id, 'id');
    const where = { id };
    const select = { name: true, slug: true, updatedAt: true } as const;
    const before = await transaction.organization.findUniqueOrThrow({ where, select });
    requireUnchanged(before, { expectedUpdatedAt });
    const after = await transaction.organization.update({ where, data, select });
    const changedFields = (['name', 'slug'] as const).filter((key) => after[key] !== before[key]);
    if (changedFields.length === 0) return;
    await recordInOrganization(context, transaction, {
      organizationId: id,
      kind: 'organization_updated',
      changedFields,
      detail: changedFields.map((field) => before[field]).join(', '),
    });
  });
}

const findServiceAccounts = (transaction: Transaction, organizationId: string) =>
  transaction.user.findMany({
    where: { isServiceAccount: true, members: { some: { organizationId } } },
    select: { id: true, name: true },
  });

/**
 * Deletes an organization with everything that belongs to it. Its service accounts are deleted too.
 *
 * @throws FORBIDDEN unless the viewer may delete its repositories and other records
 */
export async function deleteOrganization(context: Context, id: string): Promise<void> {
  const { database, log } = context;
  await database.$transaction(async (transaction) => {
    const where = { organizationId: id };
    const members = await transaction.member.findMany({ where, select: { userId: true } });
    await lockUsers(
      transaction,
      members.map(({ userId }) => userId),
    );
    // No one can join from here on. Every service account gets an event.
    await lockOrganization(transaction, id, 'id');
    const roots = { model: 'Organization', ids: [id] } as const;
    const dependents = await requireCanDeleteDependents(context, transaction, roots);
    const serviceAccounts = await findServiceAccounts(transaction, id);
    const select = { name: true } as const;
    const { name } = await transaction.organization.delete({ where: { id }, select });
    // Its members' events were deleted with it. Added afterwards, these are kept.
    await recordDeletion(transaction, serviceAccounts, causedIn(context, id));
    await recordInOrganization(context, transaction, {
      organizationId: id,
      kind: 'organization_deleted',
      dependents,
      subjectName: name,
      organizationName: name,
    });
  });
  securityEvent(log, 'authz_change', undefined, { action: 'organization_deleted', targetId: id });
}
