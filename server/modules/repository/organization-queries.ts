import { builder } from '#server/graphql/builder.ts';
import { searchDescription } from '#server/graphql/building/search.ts';
import { canChange } from './policy.ts';
import {
  listRepositories,
  Repository,
  RepositoryConnection,
  RepositoryFilter,
  RepositoryOrder,
} from './schema.ts';

builder.prismaObjectField('Organization', 'repositories', (t) =>
  t.connection(
    {
      type: Repository,
      nullable: true,
      description:
        'Repositories of the organization, newest first unless `orderBy` says otherwise. Requires `repository:read`.',
      authScopes: { can: 'repository:read' },
      args: {
        searchTerm: t.arg.string({
          description: searchDescription('the name, link or description'),
        }),
        filter: t.arg({ type: RepositoryFilter, description: 'Which repositories to return.' }),
        orderBy: t.arg({ type: RepositoryOrder, description: 'Sort order.' }),
      },
      resolve: ({ id }, args, context, info) =>
        listRepositories(args, { among: { organizationId: id } }, { context, info }),
    },
    RepositoryConnection,
  ),
);

builder.prismaObjectField('Organization', 'viewerCanCreateRepository', (t) =>
  t.boolean({
    description: 'Whether the viewer may create repositories of it with `createRepository`.',
    resolve: ({ id }, _args, context) => canChange(context, 'create', id),
  }),
);
