import { recordAction } from '#server/auth/actions.ts';
import { deleteUsers } from '#server/auth/managed-users.ts';
import { createServiceAccount } from '#server/auth/users.ts';
import { newId } from '#server/database/ids.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { concerning, recordInOrganization } from '#server/organizations/audit.ts';
import { lockOrganization } from '#server/organizations/locks.ts';
import { organizationLimits } from '#shared/organization-limits.ts';

/** @throws {UserErrors} if the organization is gone, or has reached its limit of service accounts or members */
async function addMember(context: Context, account: NewAccount, userId: string) {
  const { organizationId, role } = account;
  const id = newId('Member');
  await context.database.$transaction(async (transaction) => {
    // Serialize concurrent requests, so the count is right.
    await lockOrganization(transaction, organizationId, 'organizationId');
    const where = { organizationId, user: { isServiceAccount: true } };
    const count = await transaction.member.count({ where });
    if (count >= organizationLimits.serviceAccountsPerOrganization) {
      throw userError('ORGANIZATION_SERVICE_ACCOUNT_LIMIT_REACHED');
    }
    const data = { id, organizationId, userId, role };
    await transaction.member.create({ data, select: { id: true } });
    const event = { organizationId, userId, kind: 'member_added', detail: role } as const;
    await recordInOrganization(context, transaction, event);
  });
  return id;
}

type NewAccount = { organizationId: string; name: string; role: 'admin' | 'member' };

/**
 * Creates a service account of an organization. Returns the member's ID.
 *
 * @throws {UserErrors} as `addMember`
 */
export async function createAccount(context: Context, account: NewAccount): Promise<string> {
  // The role in the installation doesn't matter, because its tokens are limited to the organization.
  const userId = await createServiceAccount(context.auth, { ...account, role: 'user' });
  try {
    const id = await addMember(context, account, userId);
    const audited = concerning(context, account.organizationId);
    await recordAction(context, { userId, kind: 'created', audited });
    return id;
  } catch (error) {
    await deleteUsers(context.database, [userId]);
    throw error;
  }
}
