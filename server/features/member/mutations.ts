import { renewMemberships } from '#server/features/organization/memberships.ts';
import { OrganizationRole, provedRole } from '#server/features/organization/role.ts';
import { defineChange } from '#server/graphql/building/changes.ts';
import { valid } from '#server/graphql/building/mutation.ts';
import { tokenOrganization } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { orByAccessToken } from '#server/graphql/refusal.ts';
import { memberRules } from '#shared/rules/organization.ts';
import { requireCanRemove, requireCanUpdate } from './policy.ts';
import { changeRole, leave, remove, requireMember } from './service.ts';

defineChange('updateMember', {
  changes: 'Member',
  description:
    'Changes the role of a member, as an owner or admin of the organization, or with `organization:manage`. Only owners make others owners, and change the role of owners.',
  authScopes: { can: 'organization:update' },
  audit: ['member_role_changed'],
  errors: [
    'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
    'SERVICE_ACCOUNT_CANNOT_OWN_THE_ORGANIZATION',
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  ],
  input: (t) => ({
    role: t.field({ type: OrganizationRole, required: true, description: 'New role.' }),
  }),
  fresh: provedRole,
  resolve: async ({ id, ...input }, context) => {
    const { role } = valid(memberRules, input);
    const before = await requireMember(context, id);
    requireCanUpdate(context, before, role);
    await changeRole(context, before, role);
    if (before.userId === context.viewer?.user.id) await renewMemberships(context);
  },
  returns: 'The updated member.',
});

const ofServiceAccounts = orByAccessToken({
  only: {
    what: 'Removing a service account',
    isNeeded: async ({ id }: { id: string }, context) =>
      (await requireMember(context, id)).user.isServiceAccount,
  },
});

defineChange('removeMember', {
  changes: 'Member',
  description:
    'Removes a member from their organization and its teams, as an owner or admin, or with `organization:manage`. Only owners remove owners. A service account is deleted.',
  authScopes: { can: 'organization:update' },
  audit: ['member_removed', 'deleted'],
  errors: [
    'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  ],
  fresh: ofServiceAccounts,
  resolve: async ({ id }, context) => {
    const member = await requireMember(context, id);
    requireCanRemove(context, member);
    await remove(context, member);
  },
  returns: { removedMemberId: 'ID of the removed member. Null if nothing was removed.' },
});

defineChange('leaveOrganization', {
  changes: 'Organization',
  description: 'Ends the viewer’s membership in an organization. Refused while impersonating.',
  authScopes: { can: 'organization:update', notImpersonating: true },
  audit: ['member_left', 'deleted'],
  errors: ['YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'],
  resolve: async ({ id }, context) => {
    const only = tokenOrganization(context);
    if (only !== null && only !== id) throw userError('NOT_FOUND', 'id');
    await leave(context, id);
  },
  returns: { leftOrganizationId: 'ID of the organization that was left. Null if it was not.' },
});
