import { priced } from '@atrium/query-cost/price';
import { isImpersonated } from '#server/auth/viewer.ts';
import { builder } from '#server/graphql/builder.ts';
import { canDeleteDependents, dependentsOf } from '#server/graphql/building/dependents.ts';
import { Node } from '#server/graphql/building/node.ts';
import { roleIn, viewerCanIn } from '#server/graphql/context.ts';
import { Permission } from '#server/graphql/types/permission.ts';
import { canChangeInOrganization } from '#server/organizations/policy.ts';
import { OrganizationRole } from '#server/organizations/role.ts';
import { sharedPermissions } from '#shared/organization-roles.ts';

export const Organization = builder.prismaObject('Organization', {
  interfaces: [Node],
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    slug: t.exposeString('slug'),
    memberCount: t.exposeInt('memberCount', { description: 'Number of members.' }),
    ownerCount: t.exposeInt('ownerCount', { description: 'Number of owners.' }),
    viewerRole: t.field({
      type: OrganizationRole,
      nullable: true,
      description: 'Role of the viewer in the organization. Null if they are no member.',
      resolve: ({ id }, _args, context) => roleIn(context, id) ?? null,
    }),
    viewerPermissions: t.field({
      type: [Permission],
      extensions: priced({ entries: sharedPermissions.length }),
      description:
        'What the viewer may do with records of the organization, such as its repositories: by their role there, or everywhere.',
      resolve: ({ id }, _args, context) =>
        sharedPermissions.filter((permission) => canChangeInOrganization(context, permission, id)),
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the organization was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the organization was last updated.',
    }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may update the organization with `updateOrganization`.',
      resolve: ({ id }, _args, context) => viewerCanIn(context, id, 'organization:update'),
    }),
    viewerCanDelete: t.boolean({
      description:
        'Whether the viewer may delete the organization with `deleteOrganization`. False while impersonating.',
      resolve: ({ id }, _args, context) => {
        if (isImpersonated(context.viewer)) return false;
        const roots = { model: 'Organization', ids: [id] } as const;
        return (
          viewerCanIn(context, id, 'organization:delete') && canDeleteDependents(context, roots, id)
        );
      },
    }),
    dependents: t.field(
      dependentsOf('Organization', ({ id }: { id: string }, context) =>
        viewerCanIn(context, id, 'organization:delete'),
      ),
    ),
  }),
});
