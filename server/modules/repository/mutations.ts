import * as z from 'zod/mini';
import { bulkIdsDescription, runBulk } from '#server/graphql/building/bulk.ts';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import {
  recordPayload,
  recordResults,
  recordsPayload,
} from '#server/graphql/building/selection.ts';
import { expectedUpdatedAt } from '#server/graphql/building/version.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { requireVisibleOrganization } from '#server/organizations/policy.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { canChange, canChangeAll, requireCanChange } from './policy.ts';
import { Repository } from './schema.ts';
import {
  createRepository,
  deleteRepositories,
  restoreRepositories,
  updateRepository,
} from './service.ts';

export const fieldErrors = [
  'NAME_REQUIRED',
  'NAME_INVALID',
  'NAME_TOO_LONG',
  'NAME_ALREADY_USED',
  'LINK_REQUIRED',
  'LINK_INVALID',
  'LINK_TOO_SHORT',
  'LINK_TOO_LONG',
  'LINK_WITHOUT_DOT',
  'DESCRIPTION_INVALID',
  'DESCRIPTION_TOO_LONG',
] as const;

export const organizationErrors = ['NOT_FOUND', 'ORGANIZATION_REPOSITORY_LIMIT_REACHED'] as const;

export const nameFormat = `Unique, 1 to ${limits.repositoryNameMax} characters`;
export const linkFormat = `An http or https URL of ${limits.linkMin} to ${limits.linkMax.toLocaleString('en')} characters; \`https://\` is added if it has no scheme`;
export const descriptionFormat = `At most ${limits.descriptionMax.toLocaleString('en')} characters`;

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
    if (!canChangeAll(context, 'update')) {
      const { organizationId } = await context.database.repository.findUniqueOrThrow({
        where: { id, AND: visibleWhere('Repository', context) },
        select: { organizationId: true },
      });
      requireCanChange(context, 'update', organizationId);
    }
    return {
      repository: await updateRepository(context, info, { id, expectedUpdatedAt, ...data }),
    };
  },
  payload: recordPayload('repository', Repository, 'The updated repository.'),
});

const ids = bulkIdsDescription('repositories');

type Found = { id: string; organizationId?: string | null };

function deletable(context: Context, model: 'repository' | 'deletedRepository') {
  if (canChangeAll(context, 'delete')) {
    return { find: async (wanted: string[]): Promise<Found[]> => wanted.map((id) => ({ id })) };
  }
  const delegate = context.database[model] as Context['database']['repository'];
  return {
    find: (wanted: string[]): Promise<Found[]> =>
      delegate.findMany({
        where: { id: { in: wanted }, AND: visibleWhere('Repository', context) },
        select: { id: true, organizationId: true },
      }),
    check({ organizationId = null }: Found) {
      if (!canChange(context, 'delete', organizationId)) throw userError('FORBIDDEN');
    },
  };
}

defineMutation('deleteRepositories', {
  description: `Deletes repositories. \`restoreRepositories\` undoes it for ${limits.restorableHours} hours. If some cannot be deleted, the others still are.`,
  authScopes: { canSomewhere: 'repository:delete' },
  audit: ['repository_deleted'],
  errors: ['NOT_FOUND', 'FORBIDDEN'],
  input: {
    description: 'The repositories to delete.',
    fields: (t) => ({ ids: t.idList({ required: true, description: ids }) }),
  },
  resolve: async (input, context) => {
    const { ids: deletedRepositoryIds, errors } = await runBulk(input.ids, 'Repository', {
      ...deletable(context, 'repository'),
      write: (rows) => deleteRepositories(context, rows),
    });
    return { deletedRepositoryIds, errors };
  },
  payload: (t) => ({
    deletedRepositoryIds: t.idList({
      nullable: true,
      complexity: cost({ entries: limits.nodesMax }),
      description: 'IDs of the deleted repositories. Null if the input was refused.',
      resolve: (result) => result.deletedRepositoryIds,
    }),
  }),
});

defineMutation('restoreRepositories', {
  description: `Restores repositories that were deleted within the last ${limits.restorableHours} hours, with their IDs and times of creation. If some cannot be restored, the others still are.`,
  authScopes: { canSomewhere: 'repository:delete' },
  audit: ['repository_restored'],
  errors: ['NOT_FOUND', 'FORBIDDEN', 'NAME_ALREADY_USED', 'ORGANIZATION_REPOSITORY_LIMIT_REACHED'],
  input: {
    description: 'The repositories to restore.',
    fields: (t) => ({ ids: t.idList({ required: true, description: ids }) }),
  },
  resolve: async (input, context, info) => {
    const { ids: restored, errors } = await runBulk(input.ids, 'Repository', {
      ...deletable(context, 'deletedRepository'),
      write: (rows) => restoreRepositories(context, rows),
    });
    const repositories = await recordResults('Repository', restored, {
      context,
      info,
      key: 'repositories',
    });
    return { repositories, errors };
  },
  payload: recordsPayload('repositories', Repository, 'The restored repositories.'),
});
