import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/selection.ts';
import { tokenOrganization } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { OrganizationRole, provedRole } from '#server/organizations/role.ts';
import { renewMemberships } from '#server/organizations/service.ts';
import { memberRules } from '#shared/rules/organization.ts';
import { requireCanRemove, requireCanUpdate } from './policy.ts';
import { Member } from './schema.ts';
import { changeRole, leave, remove, requireMember } from './service.ts';

defineMutation('updateMember', {
  description:
    'Changes the role of a member, as an owner or admin of the organization, or with `organization:manage`. Only owners make others owners, and change the role of owners.',
  authScopes: { can: 'organization:update' },
  audit: ['member_role_changed'],
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
  fresh: provedRole,
  resolve: async ({ id, ...input }, context, info) => {
    const { role } = valid(memberRules, input);
    const before = await requireMember(context, id);
    requireCanUpdate(context, before, role);
    await changeRole(context, before, role);
    if (before.userId === context.viewer?.user.id) await renewMemberships(context);
    return { member: await recordResult('Member', id, { context, info }) };
  },
  payload: recordPayload('member', Member, 'The updated member.'),
});

defineMutation('removeMember', {
  description:
    'Removes a member from their organization and its teams, as an owner or admin, or with `organization:manage`. Only owners remove owners. A service account is deleted.',
  authScopes: { can: 'organization:update' },
  audit: ['member_removed', 'deleted'],
  target: { field: 'id', model: 'Member' },
  errors: [
    'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
    'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  ],
  input: {
    description: 'The member to remove.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the member.' }) }),
  },
  fresh: {
    byToken: true,
    only: {
      what: 'Removing a service account',
      isNeeded: async ({ id }, context) => (await requireMember(context, id)).user.isServiceAccount,
    },
  },
  resolve: async ({ id }, context) => {
    const member = await requireMember(context, id);
    requireCanRemove(context, member);
    await remove(context, member);
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

defineMutation('leaveOrganization', {
  description: 'Ends the viewer’s membership in an organization. Refused while impersonating.',
  authScopes: { can: 'organization:update', notImpersonating: true },
  audit: ['member_left', 'deleted'],
  target: { field: 'id', model: 'Organization' },
  errors: ['YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'],
  input: {
    description: 'The organization to leave.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the organization.' }) }),
  },
  resolve: async ({ id }, context) => {
    const only = tokenOrganization(context);
    if (only !== null && only !== id) throw userError('NOT_FOUND', 'id');
    await leave(context, id, context.viewer?.user.id ?? '');
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
