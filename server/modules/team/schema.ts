/** Teams: those of the viewer's organizations, and every one for viewers with `organization:list`. */
import { builder } from '#server/graphql/builder.ts';
import { keysetConnection } from '#server/graphql/connection.ts';
import { roleIn, viewerCanIn } from '#server/graphql/context.ts';
import { ownOr } from '#server/graphql/loaded-columns.ts';
import { Node } from '#server/graphql/node.ts';
import { entryPaths, selection } from '#server/graphql/selection.ts';

type Row = { id: string; organizationId: string };

export const Team = builder.prismaObject('Team', {
  interfaces: [Node],
  authScopes: ownOr(
    'organization:list',
    ({ organizationId }: Row, context) => roleIn(context, organizationId) !== undefined,
  ),
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
      description: 'Whether the viewer may delete the team with `deleteTeam`.',
      resolve: ({ organizationId }, _args, context) =>
        viewerCanIn(context, organizationId, 'team:delete'),
    }),
  }),
});

builder.prismaObjectField('Organization', 'teams', (t) =>
  t.connection(
    {
      type: Team,
      nullable: true,
      description: 'Teams of the organization, by name.',
      resolve: ({ id }, args, context, info) => {
        const { team } = context.database;
        const where = { organizationId: id };
        const columns = ['organizationId', 'nameKey'];
        const query = selection(context, info, { paths: entryPaths, columns }) as { select: never };
        return keysetConnection({
          args,
          order: { column: 'nameKey', direction: 'asc' },
          where,
          find: (page) => team.findMany({ ...query, ...page }) as unknown as Promise<Row[]>,
          count: (bound) => team.count({ where, ...bound }),
        }) as never;
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
