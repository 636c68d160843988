import { priced } from '@atrium/query-cost/price';
import { builder } from '#server/graphql/builder.ts';
import type { PageArgs } from '#server/graphql/building/connection.ts';
import { listRecords } from '#server/graphql/building/list-records.ts';
import type { Resolving } from '#server/graphql/building/selection.ts';
import { limits } from '#shared/limits.ts';
import { restorableInOrganizations } from './organization-policy.ts';

const restorableMs = limits.restorableHours * 60 * 60 * 1_000;

const DeletedRepository = builder.prismaObject('DeletedRepository', {
  description: 'A deleted repository that `restoreRepositories` still restores.',
  select: { id: true },
  fields: (t) => ({
    repositoryId: t.exposeID('id', { description: 'ID for `restoreRepositories`.' }),
    name: t.exposeString('name', { description: 'Name. Another repository may have it by now.' }),
    link: t.expose('link', {
      type: 'URL',
      description: 'Link to the repository.',
      extensions: priced({ characters: limits.linkMax }),
    }),
    organization: t.relation('organization', {
      nullable: true,
      description:
        'The organization that the repository belonged to. Null for one of the whole installation.',
    }),
    deletedAt: t.expose('deletedAt', {
      type: 'DateTime',
      description: 'When the repository was deleted.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: `When it can no longer be restored, ${limits.restorableHours} hours after the deletion.`,
      select: { deletedAt: true },
      resolve: ({ deletedAt }) => new Date(deletedAt.getTime() + restorableMs),
    }),
  }),
});

const DeletedRepositoryConnection = builder.connectionObject(
  {
    type: DeletedRepository,
    name: 'DeletedRepositoryConnection',
    description: 'A page of deleted repositories.',
  },
  {
    name: 'DeletedRepositoryEdge',
    description: 'A deleted repository and its cursor.',
    nodeField: { description: 'The deleted repository.' },
  },
);

function listDeleted(args: PageArgs, resolving: Resolving, organizationId?: string) {
  const where = [
    ...restorableInOrganizations(resolving.context, organizationId),
    { deletedAt: { gt: new Date(Date.now() - restorableMs) } },
  ];
  const orderBy = { field: 'deletedAt', direction: 'desc' } as const;
  return listRecords('DeletedRepository', { args, where, orderBy }, resolving);
}

builder.queryFields((t) => ({
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
