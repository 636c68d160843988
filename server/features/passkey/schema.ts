import { getAuthenticatorName } from '@better-auth/passkey';
import { isImpersonated } from '#server/auth/viewer.ts';
import { builder } from '#server/graphql/builder.ts';
import { Node } from '#server/graphql/building/node.ts';
import { type Context, isViewer, viewerCan } from '#server/graphql/context.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { limits } from '#shared/limits.ts';
import { findPasskeyDueDate, isPasskeyRequired } from './passkey-policy.ts';

export const Passkey = builder.prismaObject('Passkey', {
  interfaces: [Node],
  select: { id: true, userId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    credentialId: t.exposeID('credentialID'),
    authenticator: t.string({
      nullable: true,
      description:
        'Name of the password manager or device that holds it, for example `1Password`. Null if it did not say.',
      select: { aaguid: true },
      resolve: ({ aaguid }) => getAuthenticatorName(aaguid) ?? null,
    }),
    isSynced: t.exposeBoolean('backedUp', {
      description:
        'Whether it is synced or backed up, so that losing the device does not lose it. False if it is bound to one device.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.prismaObjectField('User', 'viewerCanResetPasskeys', (t) =>
  t.boolean({
    description:
      'Whether the viewer may use `resetPasskeys` on the user. False for themselves, users without a passkey, and for requests with an access token.',
    select: { _count: { select: { passkeys: true } } },
    resolve: ({ id, _count }, _args, context) =>
      canResetPasskeys(context, id) && _count.passkeys > 0,
  }),
);

builder.objectFields('Viewer', (t) => ({
  passkeyDueAt: t.field({
    type: 'DateTime',
    nullable: true,
    complexity: cost({ statements: 1 }),
    description:
      'By when the viewer must add a passkey to keep signing in. Null if they have one or need none. Null while impersonating.',
    resolve: (viewer, _args, context) =>
      viewer.session && !isImpersonated(viewer) ? findPasskeyDueDate(context, viewer.user) : null,
  }),
  passkeyRequired: t.boolean({
    description:
      'Whether a viewer who has a passkey must sign in and prove their identity with it, and no longer with a code.',
    resolve: ({ user }, _args, { settings }) => isPasskeyRequired(settings, user),
  }),
  passkeys: t.prismaField({
    type: [Passkey],
    nullable: true,
    description: 'Passkeys of the viewer, newest first. ACCESS_TOKEN_REFUSED with an access token.',
    authScopes: { bySession: true },
    complexity: cost({ entries: limits.passkeysPerUser }),
    resolve: (query, { user }, _args, { database }) =>
      database.passkey.findMany({
        ...query,
        where: { userId: user.id },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
  }),
}));

// Declared here, because the feature *session* doesn't know about passkeys.
builder.prismaObjectField('Session', 'passkeyName', (t) =>
  t.exposeString('passkeyName', { nullable: true }),
);

export function canResetPasskeys(context: Context, userId: string): boolean {
  return (
    context.viewer?.session != null &&
    viewerCan(context, 'passkey:reset') &&
    !isViewer(context, userId)
  );
}
