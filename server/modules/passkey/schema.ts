import { priced } from '@atrium/query-cost/price';
import { getAuthenticatorName } from '@better-auth/passkey';
import { builder } from '#server/graphql/builder.ts';
import { Node } from '#server/graphql/building/node.ts';
import { limits } from '#shared/limits.ts';

export const Passkey = builder.prismaObject('Passkey', {
  interfaces: [Node],
  select: { id: true, userId: true },
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    credentialId: t.exposeID('credentialID', {
      description:
        'ID of the WebAuthn credential in base64url, for `PublicKeyCredential.signalUnknownCredential`.',
    }),
    authenticator: t.string({
      nullable: true,
      description:
        'Name of the password manager or device that holds it, for example `1Password`. Null if it did not say.',
      select: { aaguid: true },
      resolve: ({ aaguid }) => getAuthenticatorName(aaguid) ?? null,
    }),
    isSynced: t.boolean({
      description:
        'Whether it is synced or backed up, so that losing the device does not lose it. False if it is bound to one device.',
      select: { backedUp: true },
      resolve: ({ backedUp }) => backedUp,
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the passkey was added.',
    }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
});

builder.objectFields('Viewer', (t) => ({
  passkeys: t.prismaField({
    type: [Passkey],
    nullable: true,
    description: 'Passkeys of the viewer, newest first. ACCESS_TOKEN_REFUSED with an access token.',
    authScopes: { bySession: true },
    extensions: priced({ entries: limits.passkeysPerUser }),
    resolve: (query, { user }, _args, { database }) =>
      database.passkey.findMany({
        ...query,
        where: { userId: user.id },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      }),
  }),
}));

// Declared here, because the session module doesn't know about passkeys.
builder.prismaObjectField('Session', 'passkeyName', (t) =>
  t.exposeString('passkeyName', { nullable: true }),
);
