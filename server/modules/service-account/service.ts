import { runRecorded } from '#server/auth/actions.ts';
import { createServiceAccount } from '#server/auth/managed-users.ts';
import { newId } from '#server/database/ids.ts';
import { type NewRecord, reserve } from '#server/graphql/building/creation.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { concerning, recordInOrganization } from '#server/organizations/audit.ts';
import { lockOrganization } from '#server/organizations/locks.ts';
import { organizationLimits } from '#shared/organization-limits.ts';

type NewAccount = { organizationId: string; name: string; role: 'admin' | 'member' };

/**
 * Creates a service account of an organization. Returns the member's ID.
 *
 * @throws {UserErrors} if the organization is gone, or has reached its limit of service accounts or members
 */
export async function createAccount(
  context: Context,
  record: NewRecord,
  { organizationId, name, role }: NewAccount,
): Promise<string> {
  const userId = newId('User');
  await runRecorded(context, async (transaction) => {
    const id = await reserve(transaction, record);
    // Serialize concurrent requests, so the count is right.
    await lockOrganization(transaction, organizationId, 'organizationId');
    const where = { organizationId, user: { isServiceAccount: true } };
    const count = await transaction.member.count({ where });
    if (count >= organizationLimits.serviceAccountsPerOrganization) {
      throw userError('ORGANIZATION_SERVICE_ACCOUNT_LIMIT_REACHED');
    }
    // The role in the installation doesn't matter, because its tokens are limited to the organization.
    await createServiceAccount(transaction, { id: userId, name, role: 'user' });
    const data = { id, organizationId, userId, role };
    await transaction.member.create({ data, select: { id: true } });
    const event = { organizationId, userId, kind: 'member_added', detail: role } as const;
    await recordInOrganization(context, transaction, event);
    return [{ userId, kind: 'created', audited: concerning(context, organizationId) }];
  });
  return record.id;
}
