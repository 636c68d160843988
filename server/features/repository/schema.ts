import { namedStatement } from '#server/database/statements.ts';
import { tableOf } from '#server/entities.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import {
  listConditions,
  recordFilterFields,
  searchDescription,
} from '#server/graphql/building/filters.ts';
import { connectionOf, counter, listRecords, orderInput } from '#server/graphql/building/lists.ts';
import { defineRecordQuery, Node } from '#server/graphql/building/node.ts';
import { selection } from '#server/graphql/building/selection.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import {
  type Context,
  hasHiddenOrganizations,
  tokenOrganization,
  viewerOrganizations,
} from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import { repositoryRules } from '#shared/rules/repository.ts';
import { canChange } from './policy.ts';

export const Repository = builder.prismaObject('Repository', {
  interfaces: [Node],
  select: { id: true, organizationId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    link: t.expose('link', { type: 'URL', complexity: cost({ characters: limits.linkMax }) }),
    description: t.exposeString('description', {
      complexity: cost({ characters: limits.descriptionMax }),
    }),
    organization: t.relation('organization', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
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
  const values = [tableOf('Repository'), organizations];
  const [counted] = await database.$named<{ rows: string }>(sharedAndOwn, values);
  return Number(counted?.rows);
}

const RepositoryOrder = orderInput('Repository', 'repositories', {
  NAME: { value: 'nameKey', description: 'Name, case-insensitive.' },
});

const RepositoryFilter = builder.inputType('RepositoryFilter', {
  description: 'Filter of repositories. All its conditions apply.',
  fields: (t) => recordFilterFields(t, 'repositories'),
});

const RepositoryConnection = connectionOf(Repository, 'repositories');

const listArgs = builder.args((t) => ({
  searchTerm: t.string({ description: searchDescription('the name, link or description') }),
  filter: t.field({ type: RepositoryFilter, description: 'Which repositories to return.' }),
  orderBy: t.field({ type: RepositoryOrder, description: 'Sort order.' }),
}));

/** Compares names as the unique index does: regardless of case, Unicode form and invisible characters. */
const isNamed = (name: string) => Prisma.sql`visible_text("nameKey")
  = visible_text(lower(upper(normalize(${name}, NFKC) COLLATE "und-x-icu") COLLATE "und-x-icu"))`;

const isOfOrganization = (organizationId: string | null) =>
  Prisma.sql`"organizationId" IS NOT DISTINCT FROM ${organizationId}`;

defineRecordQuery('Repository', {
  description:
    'The repository with this ID. Null if there is none. Null if it belongs to an organization that the viewer does not see. Requires `repository:read`.',
  authScopes: { can: 'repository:read' },
});

builder.queryFields((t) => ({
  repositoryByName: t.field({
    type: Repository,
    nullable: true,
    description:
      'The repository with this name. Null if there is none. Null if it belongs to an organization that the viewer does not see. Requires `repository:read`.',
    authScopes: { can: 'repository:read' },
    complexity: cost({ statements: 2 }),
    args: {
      name: t.arg.string({
        required: true,
        description: 'Name, regardless of case, Unicode form and invisible characters.',
      }),
      organizationId: t.arg.id({
        description:
          'ID of the organization that the repository belongs to. Omit for a repository of the whole installation.',
      }),
    },
    resolve: async (_root, { name: asked, organizationId = null }, context, info) => {
      const name = repositoryRules.shape.name.safeParse(asked).data;
      if (!name) return null;
      const conditions = [isNamed(name), isOfOrganization(organizationId)];
      const [found] = await context.database.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "repository" WHERE ${Prisma.join(conditions, ' AND ')}`;
      if (!found) return null;
      const where = { id: found.id, AND: visibleWhere('Repository', context) };
      const columns = { columns: ['organizationId'] } as const;
      return context.database.repository.findUnique({
        ...selection(context, info, columns),
        where,
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
        const filters = listConditions('Repository', args, context);
        // The same rows as `visible` in entity.ts.
        const isOfSeveral = hasHiddenOrganizations(context) && tokenOrganization(context) === null;
        const countAll = isOfSeveral
          ? () => countByOrganizations(context, viewerOrganizations(context))
          : undefined;
        const where = [...visibleWhere('Repository', context), ...filters];
        const list = { args, where, orderBy: args.orderBy };
        return listRecords(
          'Repository',
          { ...list, countInOrganizations: filters.length > 0 ? undefined : countAll },
          { context, info },
        );
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
      args: listArgs,
      resolve: ({ id }, args, context, info) => {
        const where = [{ organizationId: id }, ...listConditions('Repository', args, context)];
        const { orderBy } = args;
        return listRecords('Repository', { args, where, orderBy }, { context, info });
      },
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
