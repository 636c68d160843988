import * as z from 'zod/mini';
import { defineChange, expectedUpdatedAt } from '#server/graphql/building/changes.ts';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { nameErrors, valid } from '#server/graphql/building/mutation.ts';
import { orByAccessToken, requireViewer } from '#server/graphql/refusal.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { organizationRules } from '#shared/rules/organization.ts';
import { renewMemberships } from './memberships.ts';
import { requireInOrganization } from './policy.ts';
import { createOrganization, deleteOrganization, updateOrganization } from './service.ts';

const fieldErrors = [
  ...nameErrors,
  'VALUE_REQUIRED',
  'SLUG_INVALID',
  'ORGANIZATION_SLUG_ALREADY_TAKEN',
] as const;

const nameFormat = `1 to ${limits.nameMax} characters`;
const slugFormat = `Short name in URLs. Unique, ${limits.slugMin} to ${limits.slugMax} letters, digits and single hyphens; stored in lower case. Former slugs of other organizations are reserved for up to 90 days`;

defineCreation('createOrganization', {
  creates: 'Organization',
  description: `Creates an organization, whose owner is the viewer. A user owns up to ${organizationLimits.organizationsPerOwner} and belongs to up to ${organizationLimits.organizationsPerUser}. Refused while impersonating.`,
  authScopes: { can: 'organization:create', notImpersonating: true },
  audit: ['organization_created'],
  errors: [...fieldErrors, 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS'],
  input: (t) => ({
    name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
    slug: t.string({ required: true, description: `${slugFormat}.` }),
  }),
  resolve: async (input, context, record) => {
    const values = { ownerId: requireViewer(context).user.id, ...valid(organizationRules, input) };
    // Also if the same request has created it in the meantime.
    await createOrganization(context, record, values).finally(() => renewMemberships(context));
  },
  returns: 'The new organization.',
});

defineChange('updateOrganization', {
  changes: 'Organization',
  description:
    'Updates an organization, as its owner or admin, or with `organization:manage`. Omitted fields stay unchanged.',
  authScopes: { can: 'organization:update' },
  audit: ['organization_updated'],
  errors: [...fieldErrors, 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION', 'RECORD_CHANGED'],
  input: (t) => ({
    name: t.string({ description: `New name. ${nameFormat}. Null is refused.` }),
    slug: t.string({ description: `New slug. ${slugFormat}. Null is refused.` }),
    expectedUpdatedAt: expectedUpdatedAt(t),
  }),
  resolve: async ({ id, expectedUpdatedAt, ...input }, context) => {
    const data = valid(z.exactPartial(organizationRules), input);
    requireInOrganization(context, id, { permission: 'organization:update' });
    await updateOrganization(context, id, { expectedUpdatedAt, ...data });
  },
  returns: 'The updated organization.',
});

defineChange('deleteOrganization', {
  changes: 'Organization',
  description:
    'Permanently deletes an organization with its members, invitations, teams and repositories, as its owner, or with `organization:manage`. Also requires the permissions to delete the records that belong to it, such as `repository:delete`; `dependents` counts them. Refused while impersonating.',
  authScopes: { can: 'organization:update', notImpersonating: true },
  audit: ['organization_deleted', 'deleted'],
  fresh: orByAccessToken({}),
  errors: ['YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION'],
  resolve: async ({ id }, context) => {
    requireInOrganization(context, id, { permission: 'organization:delete' });
    await deleteOrganization(context, id);
  },
  returns: {
    deletedOrganizationId: 'ID of the deleted organization. Null if nothing was deleted.',
  },
});
