import * as z from 'zod/mini';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload } from '#server/graphql/building/record-result.ts';
import { expectedUpdatedAt } from '#server/graphql/building/version.ts';
import { ofOrganizations } from '#server/graphql/building/without-organizations.ts';
import { type Context, hidesRecordsOf } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireVisibleOrganization } from '#server/organizations/policy.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { deleteRepositories } from './deletion.ts';
import {
  descriptionFormat,
  fieldErrors,
  linkFormat,
  nameFormat,
  organizationErrors,
} from './formats.ts';
import { canChangeAll, requireCanChange } from './policy.ts';
import { Repository } from './schema.ts';
import { createRepository, updateRepository } from './service.ts';

/**
 * Organization of a repository. Null if it has none, or if the viewer may do this to every repository.
 *
 * @throws {UserErrors} NOT_FOUND if the viewer can't see the repository
 */
async function findOrganizationId(
  context: Context,
  action: 'update' | 'delete',
  id: string,
): Promise<string | null> {
  if (canChangeAll(context, action)) return null;
  const { organizationId } = await context.database.repository.findUniqueOrThrow({
    where: { id },
    select: { organizationId: true },
  });
  if (hidesRecordsOf(context, organizationId)) throw userError('NOT_FOUND', 'id');
  return organizationId;
}

defineCreation('createRepository', {
  creates: 'Repository',
  description: 'Creates a repository.',
  authScopes: { canSomewhere: 'repository:create' },
  audit: ['repository_created'],
  errors: [...fieldErrors, ...organizationErrors],
  input: {
    description: 'The repository to create.',
    fields: (t) => ({
      name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
      link: t.string({ required: true, description: `Link. ${linkFormat}.` }),
      description: t.string({ description: `Description. ${descriptionFormat}.` }),
      organizationId: t.id({
        description:
          'ID of the organization that the repository belongs to. Omit for the whole installation.',
        extensions: ofOrganizations,
      }),
    }),
  },
  resolve: async ({ organizationId = null, ...input }, context, info, record) => {
    requireVisibleOrganization(context, organizationId);
    requireCanChange(context, 'create', organizationId);
    const data = { organizationId, ...valid(repositoryRules, input) };
    return { repository: await createRepository(context, info, { record, ...data }) };
  },
  payload: recordPayload('repository', Repository, 'The new repository.'),
});

defineMutation('updateRepository', {
  description: 'Updates a repository. Omitted fields stay unchanged.',
  authScopes: { canSomewhere: 'repository:update' },
  audit: ['repository_updated'],
  target: { field: 'id', model: 'Repository' },
  errors: [...fieldErrors, 'RECORD_CHANGED'],
  input: {
    description: 'The repository to update, and the fields to change.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the repository.' }),
      name: t.string({ description: `New name. ${nameFormat}. Null is refused.` }),
      link: t.string({ description: `New link. ${linkFormat}. Null is refused.` }),
      description: t.string({
        description: `New description. ${descriptionFormat}. Empty or null clears it.`,
      }),
      expectedUpdatedAt: expectedUpdatedAt(t),
    }),
  },
  resolve: async ({ id, expectedUpdatedAt, ...input }, context, info) => {
    const data = valid(z.exactPartial(repositoryRules), input);
    const organizationId = await findOrganizationId(context, 'update', id);
    requireCanChange(context, 'update', organizationId);
    return {
      repository: await updateRepository(context, info, { id, expectedUpdatedAt, ...data }),
    };
  },
  payload: recordPayload('repository', Repository, 'The updated repository.'),
});

defineMutation('deleteRepository', {
  deprecationReason: 'Use `deleteRepositories`. Removed in 0.4.0.',
  description: `Deletes a repository. \`restoreRepositories\` undoes it for ${limits.restorableHours} hours.`,
  authScopes: { canSomewhere: 'repository:delete' },
  audit: ['repository_deleted'],
  target: { field: 'id', model: 'Repository' },
  input: {
    description: 'The repository to delete.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the repository.' }) }),
  },
  resolve: async ({ id }, context) => {
    const organizationId = await findOrganizationId(context, 'delete', id);
    requireCanChange(context, 'delete', organizationId);
    const [deletedRepositoryId] = await deleteRepositories(context, [{ id: String(id) }]);
    if (!deletedRepositoryId) throw userError('NOT_FOUND', 'id');
    return { deletedRepositoryId };
  },
  payload: (t) => ({
    deletedRepositoryId: t.id({
      nullable: true,
      description: 'ID of the deleted repository. Null if nothing was deleted.',
      resolve: ({ deletedRepositoryId }) => deletedRepositoryId,
    }),
  }),
});
