import { isIdOf } from '#server/database/ids.ts';
import { findRow, findRows } from '#server/database/rows.ts';
import { builder } from '#server/graphql/builder.ts';
import { columnSelection } from '#server/graphql/column-selection.ts';
import { keysetConnection, OrderDirection } from '#server/graphql/connection.ts';
import { viewerCan } from '#server/graphql/context.ts';
import { countRows } from '#server/graphql/count-rows.ts';
import { Node } from '#server/graphql/node.ts';
import { priced } from '#server/graphql/price.ts';
import {
  recordConditions,
  recordFilterFields,
  supersededByFilter,
} from '#server/graphql/record-filter.ts';
import { searchDescription } from '#server/graphql/search.ts';
import { entryPaths } from '#server/graphql/selection.ts';
import { limits } from '#shared/limits.ts';
import { repositoryConditions } from './filter.ts';

export const Repository = builder.prismaObject('Repository', {
  interfaces: [Node],
  authScopes: { can: 'repository:read' },
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    link: t.expose('link', { type: 'URL', extensions: priced({ characters: limits.linkMax }) }),
    description: t.exposeString('description', {
      extensions: priced({ characters: limits.descriptionMax }),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the repository was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the repository was last updated.',
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may update the repository with `updateRepository`.',
      resolve: (_repository, _args, context) => viewerCan(context, 'repository:update'),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer may delete the repository with `deleteRepository`.',
      resolve: (_repository, _args, context) => viewerCan(context, 'repository:delete'),
    }),
  }),
});

const RepositoryOrderField = builder.enumType('RepositoryOrderField', {
  description: 'Fields to sort repositories by.',
  values: {
    NAME: { value: 'nameKey', description: 'Name, case-insensitive.' },
    CREATED_AT: { value: 'createdAt', description: 'Time of creation.' },
    UPDATED_AT: { value: 'updatedAt', description: 'Time of the last update.' },
  } as const,
});

const RepositoryOrder = builder.inputType('RepositoryOrder', {
  description: 'Sort order of repositories.',
  fields: (t) => ({
    field: t.field({
      type: RepositoryOrderField,
      required: true,
      description: 'Field to sort by.',
    }),
    direction: t.field({ type: OrderDirection, required: true, description: 'Sort direction.' }),
  }),
});

const RepositoryFilter = builder.inputType('RepositoryFilter', {
  description: 'Filter of repositories. All its conditions apply.',
  fields: (t) => recordFilterFields(t, 'repositories'),
});

builder.queryFields((t) => ({
  repository: t.field({
    type: Repository,
    nullable: true,
    description: 'The repository with this ID. Null if there is none. Requires `repository:read`.',
    authScopes: { can: 'repository:read' },
    args: { id: t.arg.id({ required: true, description: 'ID of the repository.' }) },
    resolve: (_root, { id }, context, info) =>
      isIdOf('Repository', id)
        ? findRow(context.database, 'Repository', { ...columnSelection(context, info), id })
        : null,
  }),
  repositories: t.connection(
    {
      type: Repository,
      nullable: true,
      description:
        'Repositories, newest first unless `orderBy` says otherwise. Requires `repository:read`.',
      authScopes: { can: 'repository:read' },
      args: {
        searchTerm: t.arg.string({
          description: searchDescription('the name, link or description'),
        }),
        filter: t.arg({ type: RepositoryFilter, description: 'Which repositories to return.' }),
        createdFrom: t.arg({
          type: 'DateTime',
          description: 'Created at or after this time.',
          deprecationReason: supersededByFilter,
        }),
        createdTo: t.arg({
          type: 'DateTime',
          description: 'Created before this time.',
          deprecationReason: supersededByFilter,
        }),
        orderBy: t.arg({ type: RepositoryOrder, description: 'Sort order.' }),
      },
      resolve: (_root, args, context, info) => {
        const { repository } = context.database;
        const column = args.orderBy?.field ?? 'createdAt';
        const filters = [
          ...repositoryConditions(args),
          ...recordConditions('Repository', args.filter),
        ];
        const query = columnSelection(context, info, { paths: entryPaths, columns: [column] });
        return keysetConnection({
          args,
          order: { column, direction: args.orderBy?.direction ?? 'desc' },
          where: { AND: filters },
          find: (page) => findRows(context.database, 'Repository', { ...query, ...page }),
          count: (bound) => repository.count({ where: { AND: filters }, ...bound }),
          counter: filters.length ? undefined : () => countRows(context, 'Repository'),
        });
      },
    },
    { name: 'RepositoryConnection', description: 'A page of repositories.' },
    {
      name: 'RepositoryEdge',
      description: 'A repository and its cursor.',
      nodeField: { description: 'The repository.' },
    },
  ),
}));
