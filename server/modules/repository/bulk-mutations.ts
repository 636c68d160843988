import { priced } from '@atrium/query-cost/price';
import { bulkIdsDescription, runBulk } from '#server/graphql/building/bulk.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { selection } from '#server/graphql/building/selection.ts';
import { type Context, hidesRecordsOf } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { limits } from '#shared/limits.ts';
import { deleteRepositories, restoreRepositories } from './deletion.ts';
import { canChange, canChangeAll } from './policy.ts';
import { Repository } from './schema.ts';

const ids = bulkIdsDescription('repositories');

type Found = { id: string; organizationId?: string | null };

function deletable(context: Context, model: 'repository' | 'deletedRepository') {
  if (canChangeAll(context, 'delete')) {
    return { find: async (wanted: string[]): Promise<Found[]> => wanted.map((id) => ({ id })) };
  }
  const delegate = context.database[model] as Context['database']['repository'];
  return {
    async find(wanted: string[]): Promise<Found[]> {
      const found = await delegate.findMany({
        where: { id: { in: wanted } },
        select: { id: true, organizationId: true },
      });
      return found.filter(({ organizationId }) => !hidesRecordsOf(context, organizationId));
    },
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
      extensions: priced({ entries: limits.nodesMax }),
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
    if (restored.length === 0) return { repositories: [], errors };
    const repositories = await context.database.repository.findMany({
      ...selection(context, info, { paths: [['repositories']], columns: ['organizationId'] }),
      where: { id: { in: restored } },
      orderBy: { id: 'asc' },
    });
    return { repositories, errors };
  },
  payload: (t) => ({
    repositories: t.field({
      type: [Repository],
      nullable: true,
      extensions: priced({ statements: 1, entries: limits.nodesMax }),
      description: 'The restored repositories. Null if the input was refused.',
      resolve: (result) => result.repositories,
    }),
  }),
});
