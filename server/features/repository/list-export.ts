import { isIdOf } from '#server/database/ids.ts';
import type { Repository } from '#server/generated/prisma/client.ts';
import { type ListArgs, listConditions } from '#server/graphql/building/filters.ts';
import { badRequest } from '#server/graphql/errors.ts';
import { defineExport } from '#server/list-export/list-export.ts';

export const listExport = defineExport<Repository, ListArgs<'Repository'>>({
  name: 'repositories',
  field: 'repositories',
  model: 'Repository',
  permission: 'repository:read',
  columns: ['id', 'name', 'link', 'description', 'createdAt', 'updatedAt'],
  parameters: ['organizationId'],
  conditions: (args, context, search) => {
    const organizationId = search.get('organizationId');
    if (organizationId && !isIdOf('Organization', organizationId)) {
      throw badRequest('The parameter `organizationId` is invalid.');
    }
    const ofOrganization = organizationId ? [{ organizationId }] : [];
    return [...ofOrganization, ...listConditions('Repository', args, context)];
  },
});
