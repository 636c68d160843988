import * as z from 'zod/mini';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload } from '#server/graphql/building/record-result.ts';
import { expectedUpdatedAt } from '#server/graphql/building/version.ts';
import { hidesRecordsOf } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { requireVisibleOrganization } from '#server/organizations/policy.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
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
        where: { id },
        select: { organizationId: true },
      });
      if (hidesRecordsOf(context, organizationId)) throw userError('NOT_FOUND', 'id');
      requireCanChange(context, 'update', organizationId);
    }
    return {
      repository: await updateRepository(context, info, { id, expectedUpdatedAt, ...data }),
    };
  },
  payload: recordPayload('repository', Repository, 'The updated repository.'),
});
