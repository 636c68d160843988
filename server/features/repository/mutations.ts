import * as z from 'zod/mini';
import {
  organizationRefusals,
  requireVisibleOrganization,
} from '#server/features/organization/policy.ts';
import {
  defineBulkChange,
  defineChange,
  expectedUpdatedAt,
} from '#server/graphql/building/changes.ts';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { nameErrors, valid } from '#server/graphql/building/mutation.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import {
  deletableInOrganizations,
  type Found,
  findUnread,
  isLimitedToOrganizations,
  requireCanChange,
} from './policy.ts';
import { createRepository, moveRepositories, updateRepository } from './service.ts';

export const fieldErrors = [
  ...nameErrors,
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
  input: (t) => ({
    name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
    link: t.string({ required: true, description: `Link. ${linkFormat}.` }),
    description: t.string({ description: `Description. ${descriptionFormat}.` }),
    organizationId: t.id({
      description: 'ID of its organization. Omit for the whole installation.',
    }),
  }),
  resolve: async ({ organizationId = null, ...input }, context, record) => {
    requireVisibleOrganization(context, organizationId);
    requireCanChange(context, 'create', organizationId);
    const data = { organizationId, ...valid(repositoryRules, input) };
    return { repository: await createRepository(context, { record, ...data }) };
  },
  returns: 'The new repository.',
});

defineChange('updateRepository', {
  changes: 'Repository',
  description: 'Updates a repository. Omitted fields stay unchanged.',
  authScopes: { canSomewhere: 'repository:update' },
  audit: ['repository_updated'],
  errors: [...fieldErrors, 'RECORD_CHANGED'],
  input: (t) => ({
    name: t.string({ description: `New name. ${nameFormat}. Null is refused.` }),
    link: t.string({ description: `New link. ${linkFormat}. Null is refused.` }),
    description: t.string({
      description: `New description. ${descriptionFormat}. Empty or null clears it.`,
    }),
    expectedUpdatedAt: expectedUpdatedAt(t),
  }),
  resolve: async ({ id, expectedUpdatedAt, ...input }, context, info) => {
    const data = valid(z.exactPartial(repositoryRules), input);
    if (isLimitedToOrganizations(context, 'update')) {
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
  returns: 'The updated repository.',
});

defineBulkChange('deleteRepositories', {
  changes: 'Repository',
  records: 'repositories',
  description: `Deletes repositories. \`restoreRepositories\` undoes it for ${limits.restorableHours} hours. If some cannot be deleted, the others still are.`,
  authScopes: { canSomewhere: 'repository:delete' },
  audit: ['repository_deleted'],
  errors: [...organizationRefusals],
  steps: (_input, context) => ({
    find: findUnread,
    ...deletableInOrganizations(context, 'repository'),
    write: (rows: Found[]) => moveRepositories(context, rows, 'repository_deleted'),
  }),
  returns: {
    deletedRepositoryIds: 'IDs of the deleted repositories. Null if the input was refused.',
  },
});
