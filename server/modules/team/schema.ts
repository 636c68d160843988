import { builder } from '#server/graphql/builder.ts';
import { listRecords } from '#server/graphql/building/lists.ts';
import { Node } from '#server/graphql/building/node.ts';
import { viewerCanIn } from '#server/graphql/context.ts';

export const Team = builder.prismaObject('Team', {
  interfaces: [Node],
  select: { id: true, organizationId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    memberCount: t.relationCount('members', { description: 'Number of members of the team.' }),
    organization: t.relation('organization', {
      nullable: true,
      description: 'The organization.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the team was created.',
    }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the team was last updated.',
    }),
    viewerCanUpdate: t.boolean({
      description:
        'Whether the viewer may use `updateTeam`, `addTeamMember` and `removeTeamMember` on the team.',
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
      resolve: ({ id: organizationId }, args, context, info) => {
        const orderBy = { field: 'nameKey', direction: 'asc' } as const;
        return listRecords('Team', { args, where: { organizationId }, orderBy }, { context, info });
      },
    },
    { name: 'TeamConnection', description: 'A page of teams.' },
    {
      name: 'TeamEdge',
      description: 'A team and its cursor.',
      nodeField: { description: 'The team.' },
    },
  ),
);

builder.prismaObjectField('Organization', 'viewerCanCreateTeam', (t) =>
  t.boolean({
    description: 'Whether the viewer may create teams with `createTeam`.',
    resolve: ({ id }, _args, context) => viewerCanIn(context, id, 'team:create'),
  }),
);
