import { builder } from '#server/graphql/builder.ts';
import { connectionOf, listOf } from '#server/graphql/building/lists.ts';
import { Node } from '#server/graphql/building/node.ts';
import { viewerCanIn } from '#server/graphql/context.ts';

export const Team = builder.prismaObject('Team', {
  interfaces: [Node],
  select: { id: true, organizationId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    memberCount: t.relationCount('members', { description: 'Number of members of the team.' }),
    organization: t.relation('organization', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    viewerCanUpdate: t.boolean({
      description: 'Whether the viewer may update the team and its members.',
      resolve: ({ organizationId }, _args, context) =>
        viewerCanIn(context, organizationId, 'team:update'),
    }),
    viewerCanDelete: t.boolean({
      description:
        'Whether the viewer may delete the team with `deleteTeam`, which keeps the only one of an organization.',
      select: { organization: { select: { _count: { select: { teams: true } } } } },
      resolve: ({ organizationId, organization }, _args, context) =>
        organization._count.teams > 1 && viewerCanIn(context, organizationId, 'team:delete'),
    }),
  }),
});

builder.prismaObjectField('Organization', 'teams', (t) =>
  t.connection(
    {
      type: Team,
      nullable: true,
      description: 'Teams of the organization, by name.',
      resolve: listOf('Team', ({ id: organizationId }) => ({
        where: { organizationId },
        orderBy: { field: 'nameKey', direction: 'asc' },
      })),
    },
    connectionOf(Team, 'teams'),
  ),
);

builder.prismaObjectField('Organization', 'viewerCanCreateTeam', (t) =>
  t.boolean({
    description: 'Whether the viewer may create teams with `createTeam`.',
    resolve: ({ id }, _args, context) => viewerCanIn(context, id, 'team:create'),
  }),
);
