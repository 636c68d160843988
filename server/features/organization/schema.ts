import { isImpersonated } from '#server/auth/viewer.ts';
import { builder } from '#server/graphql/builder.ts';
import { canDeleteDependents, dependentsOf } from '#server/graphql/building/dependents.ts';
import {
  recordConditions,
  recordFilterFields,
  searchDescription,
  searchFilter,
} from '#server/graphql/building/filters.ts';
import { connectionOf, listRecords, orderInput } from '#server/graphql/building/lists.ts';
import { defineRecordQuery, Node } from '#server/graphql/building/node.ts';
import { selection } from '#server/graphql/building/selection.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import { roleIn, viewerCanIn } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { Permission } from '#server/graphql/types/enums.ts';
import { sharedPermissions } from '#shared/organization-roles.ts';
import { organizationRules } from '#shared/rules/organization.ts';
import { canChangeInOrganization } from './policy.ts';
import { OrganizationRole } from './role.ts';

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
      complexity: cost({ entries: sharedPermissions.length }),
      description:
        'What the viewer may do with records of the organization, such as its repositories: by their role there, or everywhere.',
      resolve: ({ id }, _args, context) =>
        sharedPermissions.filter((permission) => canChangeInOrganization(context, permission, id)),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may update the organization with `updateOrganization`.',
      resolve: ({ id }, _args, context) => viewerCanIn(context, id, 'organization:update'),
    }),
    viewerCanDelete: t.boolean({
      complexity: cost({ statements: 1 }),
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

const OrganizationOrder = orderInput('Organization', 'organizations', {
  NAME: { value: 'nameKey', description: 'Name, case-insensitive.' },
});

const OrganizationFilter = builder.inputType('OrganizationFilter', {
  description: 'Filter of organizations. All its conditions apply.',
  fields: (t) => recordFilterFields(t, 'organizations'),
});

defineRecordQuery('Organization', {
  description:
    'The organization with this ID. Null if there is none, or if the viewer neither belongs to it nor has `organization:list`. Requires `organization:read`.',
  authScopes: { can: 'organization:read' },
});

builder.queryFields((t) => ({
  organizationBySlug: t.field({
    type: Organization,
    nullable: true,
    description:
      'The organization with this slug. Null if there is none, or if the viewer neither belongs to it nor has `organization:list`. Requires `organization:read`.',
    authScopes: { can: 'organization:read' },
    args: { slug: t.arg.string({ required: true, description: 'Slug, in any letter case.' }) },
    resolve: async (_root, { slug: asked }, context, info) => {
      const slug = organizationRules.shape.slug.safeParse(asked).data;
      if (!slug) return null;
      const where = { slug, AND: visibleWhere('Organization', context) };
      return context.database.organization.findUnique({ ...selection(context, info), where });
    },
  }),
  organizations: t.connection(
    {
      type: Organization,
      nullable: true,
      description:
        'Every organization, newest first unless `orderBy` says otherwise. Requires `organization:list`. Members find theirs in `viewer { memberships }`.',
      authScopes: { can: 'organization:list' },
      args: {
        searchTerm: t.arg.string({ description: searchDescription('the name or slug') }),
        filter: t.arg({ type: OrganizationFilter, description: 'Which organizations to return.' }),
        orderBy: t.arg({ type: OrganizationOrder, description: 'Sort order.' }),
      },
      resolve: (_root, args, context, info) => {
        const columns = { anywhere: 'searchText', words: 'searchText' } as const;
        const search = searchFilter(args.searchTerm, columns);
        const where = [search, ...recordConditions('Organization', args.filter, context)];
        const { orderBy } = args;
        return listRecords('Organization', { args, where, orderBy }, { context, info });
      },
    },
    connectionOf(Organization, 'organizations'),
  ),
}));
