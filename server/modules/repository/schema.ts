import { priced } from '@atrium/query-cost/price';
import { isIdOf } from '#server/database/ids.ts';
import type { WhereOf } from '#server/database/models.ts';
import { builder } from '#server/graphql/builder.ts';
import {
  type Direction,
  OrderDirection,
  type PageArgs,
} from '#server/graphql/building/connection.ts';
import { listRecords, newestFirst } from '#server/graphql/building/list-records.ts';
import { Node } from '#server/graphql/building/node.ts';
import {
  type RecordFilter,
  recordConditions,
  recordFilterFields,
} from '#server/graphql/building/record-filter.ts';
import { searchDescription } from '#server/graphql/building/search.ts';
import { type Resolving, selection } from '#server/graphql/building/selection.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import {
  hasHiddenOrganizations,
  tokenOrganization,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { limits } from '#shared/limits.ts';
import { repositoryConditions } from './filter.ts';
import { countSharedRepositories } from './organization-count.ts';
import { canChange } from './policy.ts';

export const Repository = builder.prismaObject('Repository', {
  interfaces: [Node],
  select: { id: true, organizationId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
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
      resolve: ({ organizationId }, _args, context) => canChange(context, 'update', organizationId),
    }),
    viewerCanDelete: t.boolean({
      description: 'Whether the viewer may delete the repository with `deleteRepositories`.',
      select: { organizationId: true },
      resolve: ({ organizationId }, _args, context) => canChange(context, 'delete', organizationId),
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

export const RepositoryOrder = builder.inputType('RepositoryOrder', {
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

export const RepositoryFilter = builder.inputType('RepositoryFilter', {
  description: 'Filter of repositories. All its conditions apply.',
  fields: (t) => recordFilterFields(t, 'repositories'),
});

export const RepositoryConnection = builder.connectionObject(
  { type: Repository, name: 'RepositoryConnection', description: 'A page of repositories.' },
  {
    name: 'RepositoryEdge',
    description: 'A repository and its cursor.',
    nodeField: { description: 'The repository.' },
  },
);

type ListArgs = PageArgs & {
  searchTerm?: string | null | undefined;
  filter?: RecordFilter | null | undefined;
  orderBy?:
    | { field: 'nameKey' | 'createdAt' | 'updatedAt'; direction: Direction }
    | null
    | undefined;
};

type Listed = {
  among: WhereOf<'Repository'> | undefined;
  /** Counts all that are `among`. */
  counter?: (() => Promise<number>) | undefined;
};

export function listRepositories(args: ListArgs, { among, counter }: Listed, resolving: Resolving) {
  const filters = [...repositoryConditions(args), ...recordConditions('Repository', args.filter)];
  return listRecords(
    'Repository',
    {
      args,
      where: [among, ...filters],
      orderBy: args.orderBy ?? newestFirst,
      counter: filters.length ? undefined : counter,
    },
    resolving,
  );
}

builder.queryFields((t) => ({
  repository: t.field({
    type: Repository,
    nullable: true,
    description:
      'The repository with this ID. Null if there is none. Null if it belongs to an organization that the viewer does not see. Requires `repository:read`.',
    authScopes: { can: 'repository:read' },
    args: { id: t.arg.id({ required: true, description: 'ID of the repository.' }) },
    resolve: (_root, { id }, context, info) => {
      if (!isIdOf('Repository', id)) return null;
      return context.database.repository.findUnique({
        ...selection(context, info, { columns: ['organizationId'] }),
        where: { id },
      });
    },
  }),
  repositories: t.connection(
    {
      type: Repository,
      nullable: true,
      description:
        'All repositories that the viewer sees, newest first unless `orderBy` says otherwise. Repositories of organizations that the viewer does not belong to require `organization:list`. An access token that is limited to an organization gets only the repositories of that organization. Requires `repository:read`.',
      authScopes: { can: 'repository:read' },
      args: {
        searchTerm: t.arg.string({
          description: searchDescription('the name, link or description'),
        }),
        filter: t.arg({ type: RepositoryFilter, description: 'Which repositories to return.' }),
        orderBy: t.arg({ type: RepositoryOrder, description: 'Sort order.' }),
      },
      resolve: (_root, args, context, info) => {
        const [among] = visibleWhere('Repository', context);
        const isOfSeveral = hasHiddenOrganizations(context) && tokenOrganization(context) === null;
        const counter = isOfSeveral
          ? () => countSharedRepositories(context, viewerOrganizations(context))
          : undefined;
        return listRepositories(args, { among, counter }, { context, info });
      },
    },
    RepositoryConnection,
  ),
}));
