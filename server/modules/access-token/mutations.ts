import * as z from 'zod/mini';
import { readScopes } from '#server/auth/access-tokens/scopes.ts';
import { defineMutation, valid } from '#server/graphql/building/mutation.ts';
import { recordPayload, recordResult } from '#server/graphql/building/record-result.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { AccessTokenScope } from '#server/graphql/types/permission.ts';
import { limits } from '#shared/limits.ts';
import { accessTokenRules } from '#shared/rules/access-token.ts';
import { canUpdate } from './policy.ts';
import { AccessToken } from './schema.ts';
import { updateToken } from './service.ts';

export const nameFormat = `1 to ${limits.accessTokenNameMax} characters`;

/** @throws {UserErrors} NOT_FOUND if the token doesn't exist, or the viewer may not change it */
export async function requireToken(context: Context, id: string) {
  const token = await context.database.accessToken.findUniqueOrThrow({
    where: { id },
    select: {
      id: true,
      userId: true,
      name: true,
      scopes: true,
      lifetimeDays: true,
      organizationId: true,
      owner: { select: { isServiceAccount: true, memberships: true } },
    },
  });
  if (!canUpdate(context, token)) throw userError('NOT_FOUND', 'id');
  return token;
}

export const bySession = { notImpersonating: true, bySession: true } as const;

defineMutation('updateAccessToken', {
  description:
    'Updates the name or reduces the scopes of an access token of the viewer, or of a service account as `createAccessToken`. Omitted fields stay unchanged. Refused while impersonating.',
  authScopes: { can: 'access-token:create', ...bySession },
  audit: ['access_token_updated'],
  target: { field: 'id', model: 'AccessToken' },
  errors: [
    'NAME_REQUIRED',
    'NAME_INVALID',
    'NAME_TOO_LONG',
    'SCOPES_REQUIRED',
    'SCOPE_NOT_GRANTED',
    'ACCESS_TOKEN_INACTIVE',
  ],
  input: {
    description: 'The token to update, and the fields to change.',
    fields: (t) => ({
      id: t.id({ required: true, description: 'ID of the token.' }),
      name: t.string({ description: `New name. ${nameFormat}. Null is refused.` }),
      scopes: t.field({
        type: [AccessTokenScope],
        description:
          'The scopes to keep: at least one of the token’s current scopes. Null is refused.',
      }),
    }),
  },
  resolve: async ({ id, ...input }, context, info) => {
    const changes = valid(z.exactPartial(accessTokenRules), input);
    const token = await requireToken(context, id);
    await updateToken(context, { ...token, scopes: readScopes(token.scopes) }, changes);
    return { accessToken: await recordResult('AccessToken', id, { context, info }) };
  },
  payload: recordPayload('accessToken', AccessToken, 'The updated token.'),
});
