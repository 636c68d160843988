import { defineMutation } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/record-result.ts';
import { userError } from '#server/graphql/errors.ts';
import { canRevoke } from './policy.ts';
import { AccessToken } from './schema.ts';
import { revokeToken } from './service.ts';

defineMutation('revokeAccessToken', {
  description:
    'Ends an access token, immediately: one of the viewer, one of any user with `access-token:revoke`, one that reaches only what the viewer manages, or the one that the request carries. Does nothing if it was revoked before. NOT_FOUND for other tokens. Refused while impersonating.',
  authScopes: { signedIn: true, notImpersonating: true },
  audit: ['access_token_revoked'],
  target: { field: 'id', model: 'AccessToken' },
  input: {
    description: 'The token to revoke.',
    fields: (t) => ({ id: t.id({ required: true, description: 'ID of the token.' }) }),
  },
  resolve: async ({ id }, context, info) => {
    const token = await context.database.accessToken.findUniqueOrThrow({
      where: { id },
      select: { id: true, userId: true, organizationId: true, name: true },
    });
    if (!canRevoke(context, token)) throw userError('NOT_FOUND', 'id');
    await revokeToken(context, token);
    return { accessToken: await recordResult('AccessToken', id, { context, info }) };
  },
  payload: recordPayload('accessToken', AccessToken, 'The revoked token.'),
});
