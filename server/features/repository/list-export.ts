import type { Repository } from '#server/generated/prisma/client.ts';
import { listConditions } from '#server/graphql/building/filters.ts';
import { defineExport, readId, readPeriod } from '#server/list-export/list-export.ts';

export const listExport = defineExport<Repository>({
  name: 'repositories',
  model: 'Repository',
  permission: 'repository:read',
  orders: { CREATED_AT: 'createdAt', UPDATED_AT: 'updatedAt', NAME: 'nameKey' },
  columns: [
    { header: 'id', value: (repository) => repository.id },
    { header: 'name', value: (repository) => repository.name },
    { header: 'link', value: (repository) => repository.link },
    { header: 'description', value: (repository) => repository.description },
    { header: 'createdAt', value: (repository) => repository.createdAt },
    { header: 'updatedAt', value: (repository) => repository.updatedAt },
  ],
  conditions(search, context) {
    const filter = { createdAt: readPeriod(search, 'created') };
    const organizationId = readId(search, 'organizationId', 'Organization');
    const ofOrganization = organizationId ? [{ organizationId }] : [];
    const searchTerm = search.get('searchTerm');
    return [...ofOrganization, ...listConditions('Repository', { searchTerm, filter }, context)];
  },
});
