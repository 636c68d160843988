import { OrganizationRole } from '#server/features/organization/role.ts';
import { builder } from '#server/graphql/builder.ts';
import { searchFilter } from '#server/graphql/building/filters.ts';
import { connectionOf, listOf, listRecords } from '#server/graphql/building/lists.ts';
import { Node } from '#server/graphql/building/node.ts';
import { visibleWhere } from '#server/graphql/building/visible-records.ts';
import { type Context, isViewer, tokenOrganization, viewerCanIn } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import { canLeave, canRemove, canUpdate } from './policy.ts';

export const Member = builder.prismaObject('Member', {
  interfaces: [Node],
  select: { id: true, organizationId: true, userId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    userId: t.exposeID('userId', { description: 'ID of the user, from which avatars are drawn.' }),
    name: t.string({
      description: 'Name of the user. Empty until they have entered it.',
      complexity: cost({ characters: limits.nameMax }),
      select: { user: { select: { name: true } } },
      resolve: ({ user }) => user.name,
    }),
    email: t.string({
      nullable: true,
      description:
        'Email address of the user. Null unless the viewer may invite people to the organization, or is this user. Null for service accounts, which have no mailbox.',
      complexity: cost({ characters: limits.emailMax }),
      select: { user: { select: { email: true, isServiceAccount: true } } },
      resolve: ({ user, userId, organizationId }, _args, context) =>
        !user.isServiceAccount &&
        (isViewer(context, userId) || viewerCanIn(context, organizationId, 'invitation:create'))
          ? user.email
          : null,
    }),
    role: t.expose('role', { type: OrganizationRole }),
    isServiceAccount: t.boolean({
      description:
        'Whether the member is a service account of the organization: a user for programs, which cannot sign in.',
      select: { user: { select: { isServiceAccount: true } } },
      resolve: ({ user }) => user.isServiceAccount,
    }),
    isViewer: t.boolean({
      description: 'Whether the user is the viewer.',
      resolve: ({ userId }, _args, context) => isViewer(context, userId),
    }),
    organization: t.relation('organization', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    viewerCanUpdate: t.boolean({
      description:
        'Whether the viewer may change the role with `updateMember`. Only owners can change the role of an owner, and the only owner must remain an owner.',
      select: { role: true, organization: { select: { ownerCount: true } } },
      resolve: (member, _args, context) => canUpdate(context, member),
    }),
    viewerCanRemove: t.boolean({
      description:
        'Whether the viewer may remove the member with `removeMember`. Only owners can remove an owner, and the only owner cannot be removed.',
      select: { role: true, organization: { select: { ownerCount: true } } },
      resolve: (member, _args, context) => canRemove(context, member),
    }),
  }),
});

const MemberConnection = connectionOf(Member, 'members', 'their');

const firstToJoin = { field: 'createdAt', direction: 'asc' } as const;

/** A user's memberships, as far as the viewer sees them. */
function membershipsOf(userId: string, context: Context) {
  const only = tokenOrganization(context);
  const own = { userId, ...(only !== null && { organizationId: only }) };
  return { where: [own, ...visibleWhere('Member', context)], orderBy: firstToJoin };
}

builder.prismaObjectField('Organization', 'members', (t) =>
  t.connection(
    {
      type: Member,
      nullable: true,
      description: 'Members of the organization, in the order in which they joined.',
      args: {
        searchTerm: t.arg.string({
          description: `Words that must all occur in the name, or in the name or email address if the viewer can see it, whatever their case and accents. At most ${limits.searchMax} characters.`,
        }),
        role: t.arg({ type: OrganizationRole, description: 'Only members with this role.' }),
        isServiceAccount: t.arg.boolean({
          description: 'Only service accounts, or only people if false.',
        }),
      },
      resolve: ({ id }, args, context, info) => {
        const column = viewerCanIn(context, id, 'invitation:create') ? 'searchText' : 'searchName';
        const { searchTerm, role, isServiceAccount } = args;
        const user = searchFilter<string>(searchTerm, { anywhere: column, words: column });
        const where = [
          { organizationId: id },
          role ? { role } : undefined,
          user && { user },
          isServiceAccount != null ? { user: { isServiceAccount } } : undefined,
        ];
        return listRecords('Member', { args, where, orderBy: firstToJoin }, { context, info });
      },
    },
    MemberConnection,
  ),
);

builder.prismaObjectField('Organization', 'viewerCanLeave', (t) =>
  t.boolean({
    description:
      'Whether the viewer belongs to the organization and may leave it with `leaveOrganization`, which its only owner cannot.',
    select: { ownerCount: true },
    resolve: (organization, _args, context) => canLeave(context, organization),
  }),
);

builder.prismaObjectField('Team', 'members', (t) =>
  t.connection(
    {
      type: Member,
      nullable: true,
      description: 'Members of the team, in the order in which they joined the organization.',
      resolve: listOf('Member', ({ id: teamId }) => ({
        where: { teams: { some: { teamId } } },
        orderBy: firstToJoin,
      })),
    },
    MemberConnection,
  ),
);

builder.prismaObjectField('User', 'memberships', (t) =>
  t.connection(
    {
      type: Member,
      nullable: true,
      description:
        'Memberships of the user in organizations, oldest first. Requires `organization:list`, or `organization:read` for the viewer’s own.',
      authScopes: ({ id }, _args, context) => ({
        can: isViewer(context, id) ? 'organization:read' : 'organization:list',
      }),
      resolve: listOf('Member', ({ id }, context) => membershipsOf(id, context)),
    },
    MemberConnection,
  ),
);

builder.objectField('Viewer', 'memberships', (t) =>
  t.connection(
    {
      type: Member,
      nullable: true,
      description:
        'The viewer’s memberships in organizations, oldest first. For an access token that is limited to an organization, the one there. Requires `organization:read`.',
      authScopes: { can: 'organization:read' },
      resolve: listOf('Member', ({ user }, context) => membershipsOf(user.id, context)),
    },
    MemberConnection,
  ),
);
