/** Deleted repositories, which can be restored for a while. */

import { organizationRefusals } from '#server/features/organization/policy.ts';
import { builder } from '#server/graphql/builder.ts';
import { defineBulkChange } from '#server/graphql/building/changes.ts';
import { connectionOf, listOf } from '#server/graphql/building/lists.ts';
import { isOwner, viewerCan } from '#server/graphql/context.ts';
import { cost, prices } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import {
  deletableInOrganizations,
  type Found,
  findUnread,
  restorableInOrganizations,
} from './policy.ts';
import { moveRepositories } from './service.ts';

const restorableMs = limits.restorableHours * 60 * 60 * 1_000;

const DeletedRepository = builder.prismaObject('DeletedRepository', {
  description: 'A deleted repository that `restoreRepositories` still restores.',
  select: { id: true },
  fields: (t) => ({
    repositoryId: t.exposeID('id', { description: 'ID for `restoreRepositories`.' }),
    name: t.exposeString('name'),
    link: t.expose('link', { type: 'URL', complexity: cost({ characters: limits.linkMax }) }),
    organization: t.relation('organization', { nullable: true }),
    deletedAt: t.expose('deletedAt', { type: 'DateTime' }),
    deletedBy: t.prismaField({
      type: 'User',
      nullable: true,
      description:
        'The user who deleted it. It can be a service account. Null if their account was deleted, or if you lack `user:get` and it was not you.',
      select: { deletedById: true },
      complexity: cost({ statements: prices.batched }),
      resolve: (query, { deletedById: id }, _args, context) =>
        id && (viewerCan(context, 'user:get') || isOwner(context, id))
          ? context.database.user.findUnique({ ...query, where: { id } })
          : null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: `When it can no longer be restored, ${limits.restorableHours} hours after the deletion.`,
      select: { deletedAt: true },
      resolve: ({ deletedAt }) => new Date(deletedAt.getTime() + restorableMs),
    }),
  }),
});

const DeletedRepositoryConnection = connectionOf(DeletedRepository, 'deleted repositories');

const deletedAmong = (conditions: object[]) => ({
  where: [...conditions, { deletedAt: { gt: new Date(Date.now() - restorableMs) } }],
  orderBy: { field: 'deletedAt', direction: 'desc' } as const,
});

builder.queryFields((t) => ({
  deletedRepositories: t.connection(
    {
      type: DeletedRepository,
      nullable: true,
      description: `Repositories that were deleted within the last ${limits.restorableHours} hours and that the viewer may restore, most recently deleted first. Requires \`repository:delete\`. A role in an organization that grants it is enough for the organization’s repositories.`,
      authScopes: { canSomewhere: 'repository:delete' },
      resolve: listOf('DeletedRepository', (_root, context) =>
        deletedAmong([...restorableInOrganizations(context)]),
      ),
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
      resolve: listOf('DeletedRepository', ({ id }, context) =>
        deletedAmong(restorableInOrganizations(context, id)),
      ),
    },
    DeletedRepositoryConnection,
  ),
);

defineBulkChange('restoreRepositories', {
  changes: 'Repository',
  records: 'repositories',
  description: `Restores repositories that were deleted within the last ${limits.restorableHours} hours, with their IDs and times of creation. If some cannot be restored, the others still are.`,
  authScopes: { canSomewhere: 'repository:delete' },
  audit: ['repository_restored'],
  errors: [...organizationRefusals, 'NAME_ALREADY_USED', 'ORGANIZATION_REPOSITORY_LIMIT_REACHED'],
  steps: (_input, context) => ({
    find: findUnread,
    ...deletableInOrganizations(context, 'deletedRepository'),
    write: (rows: Found[]) => moveRepositories(context, rows, 'repository_restored'),
  }),
  returns: 'The restored repositories.',
});
