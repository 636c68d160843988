import { builder } from '#server/graphql/builder.ts';
import { Node } from '#server/graphql/building/node.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
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

export const restorableMs = limits.restorableHours * 60 * 60 * 1_000;

export const DeletedRepository = builder.prismaObject('DeletedRepository', {
  description: 'A deleted repository that `restoreRepositories` still restores.',
  select: { id: true },
  fields: (t) => ({
    repositoryId: t.exposeID('id', { description: 'ID for `restoreRepositories`.' }),
    name: t.exposeString('name', { description: 'Name. Another repository may have it by now.' }),
    link: t.expose('link', {
      type: 'URL',
      description: 'Link to the repository.',
      complexity: cost({ characters: limits.linkMax }),
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

export const DeletedRepositoryConnection = builder.connectionObject(
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
