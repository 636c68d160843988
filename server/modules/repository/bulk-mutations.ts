import { bulkIdsDescription, runBulk } from '#server/graphql/bulk.ts';
import { defineMutation } from '#server/graphql/mutation.ts';
import { priced } from '#server/graphql/price.ts';
import { limits } from '#shared/limits.ts';

defineMutation('deleteRepositories', {
  description:
    'Permanently deletes repositories. Those that cannot be deleted do not stop the others.',
  authScopes: { can: 'repository:delete' },
  errors: ['NOT_FOUND'],
  input: {
    description: 'The repositories to delete.',
    fields: (t) => ({
      ids: t.idList({ required: true, description: bulkIdsDescription('repositories') }),
    }),
  },
  resolve: async ({ ids }, { database }) => {
    const { ids: deletedRepositoryIds, errors } = await runBulk(ids, 'Repository', {
      find: async (wanted) => wanted.map((id) => ({ id })),
      // In the order of the IDs, so that two requests do not wait for each other's rows.
      write: async (rows) => {
        const deleted = await database.$queryRaw<{ id: string }[]>`
          WITH "doomed" AS (
            SELECT "id" FROM "repository" WHERE "id" = ANY(${rows.map(({ id }) => id)})
            ORDER BY "id" FOR UPDATE
          )
          DELETE FROM "repository" AS r USING "doomed" WHERE r."id" = "doomed"."id" RETURNING r."id"`;
        return deleted.map(({ id }) => id);
      },
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
