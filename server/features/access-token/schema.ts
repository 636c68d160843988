import type { Viewer } from '#server/auth/viewer.ts';
import type { AccessToken as Stored } from '#server/generated/prisma/client.ts';
import { builder } from '#server/graphql/builder.ts';
import { connectionOf, listOf, listRecords } from '#server/graphql/building/lists.ts';
import { Node } from '#server/graphql/building/node.ts';
import { isDisabledPermission, isOwner, isViewer, viewerCan } from '#server/graphql/context.ts';
import { cost, prices } from '#server/graphql/limits/price.ts';
import { AccessTokenScope } from '#server/graphql/types/enums.ts';
import { accessTokenScopes, organizationScopes } from '#shared/access-token-scopes.ts';
import {
  canManageTokensOf,
  canRevoke,
  canUpdate,
  scopesOf,
  withViewersMemberships,
} from './policy.ts';
import { readScopes } from './token-reader.ts';

const AccessTokenStatus = builder.enumType('AccessTokenStatus', {
  description: 'State of an access token.',
  values: {
    ACTIVE: { value: 'active', description: 'Can be used, unless its owner is banned.' },
    EXPIRED: { value: 'expired', description: 'Expired at `expiresAt`.' },
    REVOKED: { value: 'revoked', description: 'Was revoked before it expired.' },
  } as const,
});

function statusOf({ expiresAt, revokedAt }: Pick<Stored, 'expiresAt' | 'revokedAt'>) {
  if (revokedAt) return 'revoked';
  return expiresAt && expiresAt <= new Date() ? 'expired' : 'active';
}

export const AccessToken = builder.prismaObject('AccessToken', {
  interfaces: [Node],
  select: { id: true, userId: true, organizationId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    start: t.exposeString('start', { complexity: cost({ characters: 12 }) }),
    scopes: t.field({
      type: [AccessTokenScope],
      description: 'Permissions that the token may use while its owner has them.',
      select: { scopes: true },
      complexity: cost({ entries: accessTokenScopes.length }),
      resolve: ({ scopes }, _args, context) =>
        readScopes(scopes).filter((scope) => !isDisabledPermission(context, scope)),
    }),
    status: t.field({
      type: AccessTokenStatus,
      description: 'State of the token.',
      select: { expiresAt: true, revokedAt: true },
      resolve: statusOf,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    lifetimeDays: t.exposeInt('lifetimeDays', { nullable: true }),
    previousSecretExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Until when the former secret is valid. Null if it no longer is.',
      select: { previousExpiresAt: true },
      resolve: ({ previousExpiresAt }) =>
        previousExpiresAt && previousExpiresAt > new Date() ? previousExpiresAt : null,
    }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
    lastUsedFrom: t.exposeString('lastUsedFrom', {
      nullable: true,
      complexity: cost({ characters: 43 }),
    }),
    owner: t.relation('owner', { nullable: true }),
    creator: t.prismaField({
      type: 'User',
      nullable: true,
      description:
        'Who created the token: its owner, or a manager for a service account. Null if their account was deleted, or if you lack `user:get`.',
      select: { creatorId: true },
      complexity: cost({ statements: prices.batched }),
      resolve: (query, { creatorId }, _args, context) =>
        creatorId && (isViewer(context, creatorId) || viewerCan(context, 'user:get'))
          ? context.database.user.findUnique({ ...query, where: { id: creatorId } })
          : null,
    }),
    organization: t.relation('organization', {
      nullable: true,
      complexity: cost({ statements: prices.batched }),
    }),
    member: t.relation('member', { nullable: true }),
    viewerCanUpdate: t.boolean({
      description:
        'Whether the viewer may use `updateAccessToken` and `rotateAccessToken` on the token: as its owner, or for a service account that the viewer manages. False for requests with an access token.',
      select: { owner: { select: { isServiceAccount: true, memberships: true } } },
      resolve: (token, _args, context) => canUpdate(context, token),
    }),
    viewerCanRevoke: t.boolean({
      description:
        'Whether the viewer may use `revokeAccessToken` on the token: as its owner, with `access-token:revoke`, or as a manager of all that it reaches. A token may revoke itself.',
      resolve: (token, _args, context) => canRevoke(context, token),
    }),
  }),
});

const AccessTokenConnection = connectionOf(AccessToken, 'access tokens');

// Declared here, because the feature *user* doesn't know about tokens.
builder.prismaObjectFields('User', (t) => ({
  grantableScopes: t.field({
    type: [AccessTokenScope],
    description:
      'Scopes that access tokens of the user can have: what the role grants. For repositories, also what their roles in organizations grant there. For a service account of an organization, what its role there permits.',
    select: { id: true, role: true, isServiceAccount: true, memberships: true },
    complexity: cost({ entries: accessTokenScopes.length }),
    resolve: (user, _args, context) => scopesOf(context, withViewersMemberships(user, context)),
  }),
  viewerCanCreateAccessToken: t.boolean({
    description:
      'Whether the viewer may use `createAccessToken` for the user: for themselves, or for a service account that the viewer manages. False for requests with an access token.',
    select: { isServiceAccount: true, memberships: true },
    resolve: (user, _args, context) => canManageTokensOf(context, user),
  }),
}));

builder.prismaObjectField('Member', 'grantableScopes', (t) =>
  t.field({
    type: [AccessTokenScope],
    description:
      'Scopes that access tokens of the member can have that are limited to the organization: what their role in it permits.',
    select: { role: true },
    complexity: cost({ entries: organizationScopes('owner').length }),
    resolve: ({ role }) => organizationScopes(role),
  }),
);

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
