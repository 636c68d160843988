import { runActions } from '#server/auth/actions.ts';
import { endPendingSignIns } from '#server/features/passkey/pending-sign-in.ts';
import { builder } from '#server/graphql/builder.ts';
import { defineMutation } from '#server/graphql/building/mutation.ts';
import { viewerPayload } from '#server/graphql/building/selection.ts';
import { isViewer } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { cost } from '#server/graphql/limits/price.ts';
import { requireViewer } from '#server/graphql/refusal.ts';
import { providerIds } from '#server/settings/providers.ts';
import { providerName } from './provider-link.ts';

/** Accounts listed per user. A second one at a provider requires changing the email address there. */
const listed = 10;

const LinkedProvider = builder.prismaObject('Account', {
  name: 'LinkedProvider',
  description: 'An identity provider that a user can sign in with.',
  select: { providerId: true },
  fields: (t) => ({
    providerId: t.exposeID('providerId', {
      description: 'Identifier of the provider, for example `github`.',
    }),
    name: t.string({
      description: 'Display name of the provider.',
      resolve: ({ providerId }, _args, { settings }) => providerName(settings, providerId),
    }),
    linkedAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the user first signed in with it.',
    }),
  }),
});

builder.prismaObjectField('User', 'linkedProviders', (t) =>
  t.relation('accounts', {
    type: LinkedProvider,
    nullable: true,
    description:
      'Identity providers that the user can sign in with, besides a code by email; oldest first. Requires `user:get`, except for the viewer’s own.',
    authScopes: ({ id }, _args, context) => (isViewer(context, id) ? true : { can: 'user:get' }),
    query: { orderBy: { createdAt: 'asc' }, take: listed },
    complexity: cost({ entries: listed }),
  }),
);

// Declared here, because the feature *session* doesn't know about identity providers.
builder.prismaObjectField('Session', 'identityProviderName', (t) =>
  t.exposeString('identityProviderName', { nullable: true }),
);

defineMutation('unlinkProvider', {
  description:
    'Unlinks an identity provider from the viewer’s account. A code by email still signs them in; signing in with the provider again links it again. Refused while impersonating.',
  authScopes: { can: 'account:update', notImpersonating: true, bySession: true },
  audit: ['provider_unlinked'],
  errors: ['NOT_FOUND'],
  input: (t) => ({
    providerId: t.id({
      required: true,
      description: 'Identifier of the provider, as in `linkedProviders`.',
    }),
  }),
  resolve: async ({ providerId }, context) => {
    if (!providerIds.some((id) => id === providerId)) throw userError('NOT_FOUND', 'providerId');
    const userId = requireViewer(context).user.id;
    await runActions(context, async (transaction) => {
      const { count } = await transaction.account.deleteMany({ where: { userId, providerId } });
      if (count === 0) throw userError('NOT_FOUND', 'providerId');
      await endPendingSignIns(transaction, [userId]);
      const detail = providerName(context.settings, providerId);
      return [{ userId, kind: 'provider_unlinked', audited: { detail } }];
    });
    return {};
  },
  payload: viewerPayload('The viewer. Null if the input was refused.'),
});
