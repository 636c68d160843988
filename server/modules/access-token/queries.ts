/** Lists of access tokens, and the token of the request itself. */
import type { Viewer } from '#server/auth/viewer.ts';
import { builder } from '#server/graphql/builder.ts';
import { listOf, listRecords } from '#server/graphql/building/lists.ts';
import { isOwner } from '#server/graphql/viewer-permissions.ts';
import { AccessToken, AccessTokenConnection } from './schema.ts';

builder.prismaObjectField('User', 'accessTokens', (t) =>
  t.connection(
    {
      type: AccessToken,
      nullable: true,
      description:
        'Access tokens of the user, newest first, including those that expired or were revoked in the last 30 days. Requires `access-token:read`, except for the viewer’s own when signed in.',
      authScopes: ({ id }, _args, context) =>
        isOwner(context, id) ? true : { can: 'access-token:read' },
      resolve: listOf('AccessToken', ({ id: userId }) => ({ where: { userId } })),
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
        'Access tokens of the viewer, newest first, including those that expired or were revoked in the last 30 days. Requires `access-token:read` with an access token.',
      authScopes: ({ user }, _args, context) =>
        isOwner(context, user.id) ? true : { can: 'access-token:read' },
      resolve: listOf('AccessToken', ({ user }) => ({ where: { userId: user.id } })),
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
        return listRecords('AccessToken', { args, where }, { context, info });
      },
    },
    AccessTokenConnection,
  ),
);
