import { isIdOf } from '#server/database/ids.ts';
import type { WhereOf } from '#server/database/models.ts';
import { namedStatement } from '#server/database/named-statement.ts';
import { tableOf } from '#server/database/tables.ts';
import { builder } from '#server/graphql/builder.ts';
import type { Direction, PageArgs } from '#server/graphql/building/connection.ts';
import {
  type RecordFilter,
  recordConditions,
  recordFilterFields,
  searchDescription,
  searchFilter,
  within,
} from '#server/graphql/building/filters.ts';
import { counter, listRecords, newestFirst, orderInput } from '#server/graphql/building/lists.ts';
import { type Resolving, selection } from '#server/graphql/building/selection.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import {
  type Context,
  hasHiddenOrganizations,
  tokenOrganization,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { limits } from '#shared/limits.ts';
import { canChange, restorableInOrganizations } from './policy.ts';
import {
  DeletedRepository,
  DeletedRepositoryConnection,
  Repository,
  restorableMs,
} from './schema.ts';

type Filter = {
  searchTerm?: string | null | undefined;
  createdFrom?: Date | null | undefined;
  createdTo?: Date | null | undefined;
};

/**
 * Conditions of a list of repositories. Empty without a filter.
 *
 * @throws BAD_REQUEST for an invalid search term
 */
export function repositoryConditions(filter: Filter) {
  return [
    searchFilter(filter.searchTerm, {
      anywhere: 'searchText',
      words: 'searchName',
    }),
    within('createdAt', { from: filter.createdFrom, before: filter.createdTo }),
  ].filter((condition) => condition !== undefined);
}

const shared = namedStatement(`SELECT ${counter('shared')} AS "rows"`);
/** Organization counters include deleted repositories that can be restored. */
const sharedAndOwn = namedStatement(`
  SELECT ${counter('shared')}
    + (SELECT coalesce(sum("rows"), 0) FROM "repository_count" WHERE "organizationId" = ANY($2))
    - (SELECT count(*) FROM "deleted_repository" WHERE "organizationId" = ANY($2)) AS "rows"`);

/** Counts repositories of the installation and of these organizations, using counters. */
async function countByOrganizations(
  { database }: Context,
  organizations: string[],
): Promise<number> {
  const table = tableOf('Repository');
  const [counted] = await (organizations.length > 0
    ? database.$named<{ rows: string }>(sharedAndOwn, [table, organizations])
    : database.$named<{ rows: string }>(shared, [table]));
  return Number(counted?.rows);
}

const RepositoryOrder = orderInput('Repository', 'repositories', {
  NAME: { value: 'nameKey', description: 'Name, case-insensitive.' },
});

const RepositoryFilter = builder.inputType('RepositoryFilter', {
  description: 'Filter of repositories. All its conditions apply.',
  fields: (t) => recordFilterFields(t, 'repositories'),
});

const RepositoryConnection = builder.connectionObject(
  { type: Repository, name: 'RepositoryConnection', description: 'A page of repositories.' },
  {
    name: 'RepositoryEdge',
    description: 'A repository and its cursor.',
    nodeField: { description: 'The repository.' },
  },
);

const listArgs = builder.args((t) => ({
  searchTerm: t.string({ description: searchDescription('the name, link or description') }),
  filter: t.field({ type: RepositoryFilter, description: 'Which repositories to return.' }),
  orderBy: t.field({ type: RepositoryOrder, description: 'Sort order.' }),
}));

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

function listRepositories(args: ListArgs, { among, counter }: Listed, resolving: Resolving) {
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

function listDeleted(args: PageArgs, resolving: Resolving, organizationId?: string) {
  const where = [
    ...restorableInOrganizations(resolving.context, organizationId),
    { deletedAt: { gt: new Date(Date.now() - restorableMs) } },
  ];
  const orderBy = { field: 'deletedAt', direction: 'desc' } as const;
  return listRecords('DeletedRepository', { args, where, orderBy }, resolving);
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
      args: listArgs,
      resolve: (_root, args, context, info) => {
        const [among] = visibleWhere('Repository', context);
        const isOfSeveral = hasHiddenOrganizations(context) && tokenOrganization(context) === null;
        const counter = isOfSeveral
          ? () => countByOrganizations(context, viewerOrganizations(context))
          : undefined;
        return listRepositories(args, { among, counter }, { context, info });
      },
    },
    RepositoryConnection,
  ),
  deletedRepositories: t.connection(
    {
      type: DeletedRepository,
      nullable: true,
      description: `Repositories that were deleted within the last ${limits.restorableHours} hours and that the viewer may restore, most recently deleted first. Requires \`repository:delete\`. A role in an organization that grants it is enough for the organization’s repositories.`,
      authScopes: { canSomewhere: 'repository:delete' },
      resolve: (_root, args, context, info) => listDeleted(args, { context, info }),
    },
    DeletedRepositoryConnection,
  ),
}));

builder.prismaObjectField('Organization', 'deletedRepositories', (t) =>
  t.connection(
    {
      type: DeletedRepository,
      nullable: true,
      description: `Repositories of the organization that were deleted within the last ${limits.restorableHours} hours, most recently deleted first. Empty for viewers who may not restore them.`,
      authScopes: { canSomewhere: 'repository:delete' },
      resolve: ({ id }, args, context, info) => listDeleted(args, { context, info }, id),
    },
    DeletedRepositoryConnection,
  ),
);

builder.prismaObjectField('Organization', 'repositories', (t) =>
  t.connection(
    {
      type: Repository,
      nullable: true,
      description:
        'Repositories of the organization, newest first unless `orderBy` says otherwise. Requires `repository:read`.',
      authScopes: { can: 'repository:read' },
      args: listArgs,
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
