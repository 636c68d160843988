import { runActions } from '#server/auth/actions.ts';
import { createServiceAccount } from '#server/auth/users.ts';
import { newId } from '#server/database/ids.ts';
import { concerning, recordInOrganization } from '#server/features/organization/audit.ts';
import { lockOrganization } from '#server/features/organization/memberships.ts';
import { canSeeOrganization } from '#server/features/organization/policy.ts';
import { OrganizationRole, provedRole } from '#server/features/organization/role.ts';
import { defineCreation, type NewRecord, reserve } from '#server/graphql/building/creation.ts';
import { nameErrors, valid } from '#server/graphql/building/mutation.ts';
import { type Context, viewerCanIn } from '#server/graphql/context.ts';
import { apiError, userError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { serviceAccountRules } from '#shared/rules/organization.ts';

/** @throws NOT_FOUND if the viewer can't see the organization, FORBIDDEN if their role doesn't permit it */
function requireCanCreate(context: Context, organizationId: string): void {
  if (!canSeeOrganization(context, organizationId)) throw userError('NOT_FOUND', 'organizationId');
  if (!viewerCanIn(context, organizationId, 'member:create')) {
    throw apiError('FORBIDDEN', 'Your role in the organization does not permit this.');
  }
}

defineCreation('createOrganizationServiceAccount', {
  creates: 'Member',
  description: `Creates a service account of an organization, as its owner or admin, or with \`organization:manage\`: a member for programs, which cannot sign in. Its access tokens are limited to the organization. It is kept when its creator leaves, and deleted with \`removeMember\`. An organization has up to ${organizationLimits.serviceAccountsPerOrganization}. Refused while impersonating.`,
  authScopes: { can: 'organization:update', notImpersonating: true, bySession: true },
  audit: ['member_added', 'created'],
  target: { field: 'organizationId', model: 'Organization' },
  errors: [
    ...nameErrors,
    'SERVICE_ACCOUNT_CANNOT_OWN_THE_ORGANIZATION',
    'ORGANIZATION_SERVICE_ACCOUNT_LIMIT_REACHED',
    'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
  ],
  input: (t) => ({
    organizationId: t.id({ required: true, description: 'ID of the organization.' }),
    name: t.string({ required: true, description: `Name. 1 to ${limits.nameMax} characters.` }),
    role: t.field({
      type: OrganizationRole,
      required: true,
      description: 'Role in the organization, which limits its access tokens. Not OWNER.',
    }),
  }),
  fresh: provedRole,
  resolve: async ({ organizationId, ...input }, context, record) => {
    const account = valid(serviceAccountRules, input);
    requireCanCreate(context, organizationId);
    await createAccount(context, record, { organizationId, ...account });
  },
  returns: 'The service account as a member.',
});

type NewAccount = { organizationId: string; name: string; role: 'admin' | 'member' };

/** @throws {UserErrors} if the organization is gone, or has reached its limit of service accounts or members */
async function createAccount(
  context: Context,
  record: NewRecord,
  { organizationId, name, role }: NewAccount,
): Promise<void> {
  const userId = newId('User');
  await runActions(context, async (transaction) => {
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
}
