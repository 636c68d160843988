import { priced } from '@atrium/query-cost/price';
import { isImpersonated } from '#server/auth/viewer.ts';
import { builder } from '#server/graphql/builder.ts';
import { ofOrganizations } from '#server/graphql/building/without-organizations.ts';
import { viewerCan, viewerOrganizations } from '#server/graphql/context.ts';
import { limits } from '#shared/limits.ts';
import { organizationLimits } from '#shared/organization-limits.ts';
import { canUpdatePasskeyRequirement } from './passkey-requirement.ts';

builder.prismaObjectFields('Organization', (t) => ({
  requiresPasskey: t.exposeBoolean('requiresPasskey', {
    description:
      'Whether people belong to the organization only in sessions that were opened with a passkey. Access tokens count if they were created in one. Service accounts are not affected.',
  }),
  viewerCanUpdatePasskeyRequirement: t.boolean({
    description:
      'Whether the viewer may change `requiresPasskey` with `updateOrganizationPasskeyRequirement`: as an owner, or with `organization:manage`. False while impersonating. False for access tokens.',
    resolve: ({ id }, _args, context) => canUpdatePasskeyRequirement(context, id),
  }),
}));

type LockedOrganization = { id: string; name: string; slug: string; viewerCanLeave: boolean };

const LockedOrganization = builder
  .objectRef<LockedOrganization>('OrganizationRequiringPasskey')
  .implement({
    description:
      'An organization that the viewer belongs to, but can’t open in this session, which wasn’t opened with a passkey.',
    fields: (t) => ({
      organizationId: t.exposeID('id', { description: 'ID of the organization.' }),
      name: t.exposeString('name', {
        description: 'Name of the organization.',
        extensions: priced({ characters: limits.nameMax }),
      }),
      slug: t.exposeString('slug', {
        description: 'Short name of the organization in URLs.',
        extensions: priced({ characters: limits.slugMax }),
      }),
      viewerCanLeave: t.exposeBoolean('viewerCanLeave', {
        description:
          'Whether the viewer may leave the organization with `leaveOrganization`, which its only owner cannot.',
      }),
    }),
  });

builder.objectField('Viewer', 'organizationsRequiringPasskey', (t) =>
  t.field({
    type: [LockedOrganization],
    nullable: true,
    description:
      'Organizations that the viewer belongs to, but can’t open in this session, which wasn’t opened with a passkey. ACCESS_TOKEN_REFUSED with an access token. Requires `organization:read`.',
    authScopes: { can: 'organization:read', bySession: true },
    extensions: {
      ...priced({ entries: organizationLimits.organizationsPerUser }),
      ...ofOrganizations,
    },
    resolve: async ({ user: { id: userId } }, _args, context) => {
      const found = await context.database.member.findMany({
        where: {
          userId,
          organization: { requiresPasskey: true, id: { notIn: viewerOrganizations(context) } },
        },
        select: {
          role: true,
          organization: { select: { id: true, name: true, slug: true, ownerCount: true } },
        },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
      });
      const mayLeave = !isImpersonated(context.viewer) && viewerCan(context, 'organization:update');
      return found.map(({ role, organization: { ownerCount, ...organization } }) => ({
        ...organization,
        viewerCanLeave: mayLeave && !(role === 'owner' && ownerCount === 1),
      }));
    },
  }),
);
