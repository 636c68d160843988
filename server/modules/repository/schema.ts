import type { GraphQLResolveInfo } from 'graphql';
import { isIdOf } from '#server/database/ids.ts';
import { findRow, findRows } from '#server/database/rows.ts';
import { byOwner, findRowsOfOwners } from '#server/database/rows-of-owners.ts';
import { builder } from '#server/graphql/builder.ts';
import { columnSelection } from '#server/graphql/column-selection.ts';
import {
  type Direction,
  keysetConnection,
  OrderDirection,
  type PageArgs,
  type PageQuery,
} from '#server/graphql/connection.ts';
import { type Context, tokenOrganization, viewerOrganizations } from '#server/graphql/context.ts';
import { countRows, countSharedRows } from '#server/graphql/count-rows.ts';
import { Node, nodesVisibleIf } from '#server/graphql/node.ts';
import { priced } from '#server/graphql/price.ts';
import {
  type RecordFilter,
  recordConditions,
  recordFilterFields,
  supersededByFilter,
} from '#server/graphql/record-filter.ts';
import { searchDescription, searchedWords } from '#server/graphql/search.ts';
import { entryPaths } from '#server/graphql/selection.ts';
import { describedWithout } from '#server/graphql/without-organizations.ts';
import { limits } from '#shared/limits.ts';
import { repositoryConditions } from './filter.ts';
import { canChange, isVisible, type Visible, visibleRepositories } from './policy.ts';

export const Repository = builder.prismaObject('Repository', {
  interfaces: [Node],
  authScopes: { can: 'repository:read' },
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name', {
      extensions: describedWithout(
        `Name, 1 to ${limits.repositoryNameMax} characters. Unique regardless of case, Unicode form and invisible characters.`,
      ),
    }),
    link: t.expose('link', { type: 'URL', extensions: priced({ characters: limits.linkMax }) }),
    description: t.exposeString('description', {
      extensions: priced({ characters: limits.descriptionMax }),
    }),
    organization: t.relation('organization', {
      nullable: true,
      description:
        'The organization that the repository belongs to. Null for one of the whole installation.',
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
      select: { organizationId: true },
      resolve: (repository, _args, context) => canChange(context, 'update', repository),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer may delete the repository with `deleteRepository`.',
      select: { organizationId: true },
      resolve: (repository, _args, context) => canChange(context, 'delete', repository),
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

nodesVisibleIf('Repository', {
  column: 'organizationId',
  isVisible: (repository, context) =>
    isVisible(context, repository as unknown as { organizationId: string | null }),
});

const RepositoryConnection = builder.connectionObject(
  { type: Repository, name: 'RepositoryConnection', description: 'A page of repositories.' },
  {
    name: 'RepositoryEdge',
    description: 'A repository and its cursor.',
    nodeField: { description: 'The repository.' },
  },
);

type ListArgs = PageArgs & {
  searchTerm?: string | null | undefined;
  createdFrom?: Date | null | undefined;
  createdTo?: Date | null | undefined;
  filter?: RecordFilter | null | undefined;
  orderBy?:
    | { field: 'nameKey' | 'createdAt' | 'updatedAt'; direction: Direction }
    | null
    | undefined;
};

type Listed = { among: Visible | undefined; counter?: () => Promise<number> };

/** A page of the repositories `among` which the list searches. `counter` counts all of these. */
function listRepositories(
  args: ListArgs,
  { among, counter }: Listed,
  { context, info }: { context: Context; info: GraphQLResolveInfo },
) {
  const { repository } = context.database;
  const column = args.orderBy?.field ?? 'createdAt';
  const filters = [...repositoryConditions(args), ...recordConditions('Repository', args.filter)];
  const where = { AND: among ? [among, ...filters] : filters };
  const query = columnSelection(context, info, { paths: entryPaths, columns: [column] });
  // A search reads its hits from the trigram index, once for all owners; names lie in no order of owners.
  const isByOwner = among !== undefined && !args.searchTerm && column !== 'nameKey';
  const [, owned] = isByOwner && 'OR' in among ? among.OR : [];
  const words = among ? undefined : searchedWords(filters);
  const find = (page: PageQuery<object>) => {
    if (owned) {
      return findRowsOfOwners(context.database, { ...query, ...page }, owned.organizationId.in);
    }
    const orderBy = isByOwner ? byOwner(page.orderBy) : page.orderBy;
    return findRows(context.database, 'Repository', { ...query, ...page, orderBy, words });
  };
  return keysetConnection({
    args,
    order: { column, direction: args.orderBy?.direction ?? 'desc' },
    where: owned ? { AND: filters } : where,
    find,
    count: (bound) => repository.count({ where, ...bound }),
    counter: filters.length ? undefined : counter,
  });
}

builder.queryFields((t) => ({
  repository: t.field({
    type: Repository,
    nullable: true,
    description:
      'The repository with this ID. Null if there is none, or if it belongs to an organization that the viewer does not see. Requires `repository:read`.',
    extensions: describedWithout(
      'The repository with this ID. Null if there is none. Requires `repository:read`.',
    ),
    authScopes: { can: 'repository:read' },
    args: { id: t.arg.id({ required: true, description: 'ID of the repository.' }) },
    resolve: async (_root, { id }, context, info) => {
      if (!isIdOf('Repository', id)) return null;
      const query = columnSelection(context, info, { columns: ['organizationId'] });
      const found = await findRow(context.database, 'Repository', { ...query, id });
      return found && isVisible(context, found) ? found : null;
    },
  }),
  repositories: t.connection(
    {
      type: Repository,
      nullable: true,
      description:
        'Repositories of the installation and of the viewer’s organizations, with `organization:list` of all, newest first unless `orderBy` says otherwise. For an access token that is limited to an organization, only those of it. Requires `repository:read`.',
      extensions: describedWithout(
        'All repositories, newest first unless `orderBy` says otherwise. Requires `repository:read`.',
      ),
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
        const among = visibleRepositories(context);
        const counter = () =>
          among
            ? countSharedRows(context, 'Repository', viewerOrganizations(context))
            : countRows(context, 'Repository');
        const listed = tokenOrganization(context) === null ? { among, counter } : { among };
        return listRepositories(args, listed, { context, info });
      },
    },
    RepositoryConnection,
  ),
}));

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
    resolve: ({ id }, _args, context) => canChange(context, 'create', { organizationId: id }),
  }),
);
