/** Lists of access tokens, and the token of the request itself. */
import type { Viewer } from '#server/auth/viewer.ts';
import { builder } from '#server/graphql/builder.ts';
import { keysetConnection } from '#server/graphql/building/connection.ts';
import { entryPaths, selection } from '#server/graphql/building/selection.ts';
import type { Context } from '#server/graphql/context.ts';
import { isOwner } from '#server/graphql/viewer-permissions.ts';
import { AccessToken, AccessTokenConnection, tokenColumns } from './schema.ts';

type PageArgs = Parameters<typeof keysetConnection>[0]['args'];

function tokensWhere(
  where: { userId?: string; organizationId?: string },
  args: PageArgs,
  { context, info }: { context: Context; info: Parameters<typeof selection>[1] },
) {
  const { accessToken } = context.database;
  const columns = [...tokenColumns, 'createdAt'] as const;
  const query = selection(context, info, { paths: entryPaths, columns });
  return keysetConnection({
    args,
    order: { model: 'AccessToken', column: 'createdAt', direction: 'desc' },
    where,
    find: (page) => accessToken.findMany({ ...query, ...page }),
    count: (bound) => accessToken.count({ where, ...bound }),
  });
}

builder.prismaObjectField('User', 'accessTokens', (t) =>
  t.connection(
    {
      type: AccessToken,
      nullable: true,
      description:
        'Access tokens of the user, newest first, including those that expired or were revoked in the last 30 days. Requires `access-token:read`, except for the viewer’s own when signed in.',
      authScopes: ({ id }, _args, context) =>
        isOwner(context, id) ? true : { can: 'access-token:read' },
      resolve: ({ id }, args, context, info) =>
        tokensWhere({ userId: id }, args, { context, info }),
    },
    AccessTokenConnection,
  ),
);

const AuthenticationKind = builder.enumType('AuthenticationKind', {
  description: 'How a request is authenticated. New kinds may be added.',
  values: {
    SESSION: { value: 'session', description: 'By the cookie of a session.' },
    ACCESS_TOKEN: { value: 'accessToken', description: 'By an access token.' },
  } as const,
});

const Authentication = builder.objectRef<Viewer>('Authentication').implement({
  description: 'How this request is authenticated.',
  fields: (t) => ({
    kind: t.field({
      type: AuthenticationKind,
      description: 'By a session or an access token.',
      resolve: ({ accessToken }) => (accessToken ? 'accessToken' : 'session'),
    }),
    accessToken: t.prismaField({
      type: AccessToken,
      nullable: true,
      description: 'The access token of this request. Null for a session.',
      resolve: (query, { accessToken }, _args, { database }) =>
        accessToken && database.accessToken.findUnique({ ...query, where: { id: accessToken.id } }),
    }),
  }),
});

builder.objectFields('Viewer', (t) => ({
  authentication: t.field({
    type: Authentication,
    description: 'How this request is authenticated.',
    resolve: (viewer) => viewer,
  }),
  accessTokens: t.connection(
    {
      type: AccessToken,
      nullable: true,
      description:
        'Access tokens of the viewer, newest first, including those that expired or were revoked in the last 30 days. ACCESS_TOKEN_REFUSED with an access token.',
      authScopes: { bySession: true },
      resolve: ({ user }, args, context, info) =>
        tokensWhere({ userId: user.id }, args, { context, info }),
    },
    AccessTokenConnection,
  ),
}));

builder.prismaObjectField('Organization', 'accessTokens', (t) =>
  t.connection(
    {
      type: AccessToken,
      nullable: true,
      description:
        'Access tokens of all members that are limited to the organization, newest first, including those that expired or were revoked in the last 30 days. Requires a role that manages members. ACCESS_TOKEN_REFUSED with an access token.',
      authScopes: ({ id }) => ({ canInOrganization: `member:update ${id}`, bySession: true }),
      args: { userId: t.arg.id({ description: 'Only tokens of this user.' }) },
      resolve: ({ id }, { userId, ...args }, context, info) => {
        const where = { organizationId: id, ...(userId != null && { userId }) };
        return tokensWhere(where, args, { context, info });
      },
    },
    AccessTokenConnection,
  ),
);
