import * as z from 'zod/mini';
import { isIdOf } from '#server/database/ids.ts';
import { requireVisibleOrganization } from '#server/features/organization/policy.ts';
import { defineChange } from '#server/graphql/building/changes.ts';
import { defineCreation } from '#server/graphql/building/creation.ts';
import { nameErrors, type PayloadFields, valid } from '#server/graphql/building/mutation.ts';
import type { Context } from '#server/graphql/context.ts';
import { userError } from '#server/graphql/errors.ts';
import { AccessTokenScope } from '#server/graphql/types/enums.ts';
import { limits } from '#shared/limits.ts';
import { accessTokenRules, lifetimeRules, rotationRules } from '#shared/rules/access-token.ts';
import { canManageTokensOf, canRevoke, canUpdate, withViewersMemberships } from './policy.ts';
import { createToken, revokeToken, rotateToken, updateToken } from './service.ts';
import { organizationOfAccount } from './token-reader.ts';

const nameFormat = `1 to ${limits.accessTokenNameMax} characters`;

const ruleErrors = [...nameErrors, 'SCOPES_REQUIRED', 'SCOPE_NOT_GRANTED'] as const;

/** @throws {UserErrors} NOT_FOUND if the token doesn't exist, or the viewer may not change it */
async function requireToken(context: Context, id: string) {
  const token = await context.database.accessToken.findUniqueOrThrow({
    where: { id },
    include: { owner: { select: { isServiceAccount: true, memberships: true } } },
  });
  if (!canUpdate(context, token)) throw userError('NOT_FOUND', 'id');
  return token;
}

const bySession = { notImpersonating: true, bySession: true } as const;

defineChange('updateAccessToken', {
  changes: 'AccessToken',
  description:
    'Updates the name or reduces the scopes of an access token of the viewer, or of a service account as `createAccessToken`. Omitted fields stay unchanged. Refused while impersonating.',
  authScopes: { can: 'access-token:create', ...bySession },
  audit: ['access_token_updated'],
  errors: [...ruleErrors, 'ACCESS_TOKEN_INACTIVE'],
  input: (t) => ({
    name: t.string({ description: `New name. ${nameFormat}. Null is refused.` }),
    scopes: t.field({
      type: [AccessTokenScope],
      description: 'The scopes to keep, at least one of the token’s. Null is refused.',
    }),
  }),
  resolve: async ({ id, ...input }, context) => {
    const changes = valid(z.exactPartial(accessTokenRules), input);
    const token = await requireToken(context, id);
    await updateToken(context, token, changes);
  },
  returns: 'The updated token.',
});

defineChange('revokeAccessToken', {
  changes: 'AccessToken',
  description:
    'Ends an access token, immediately: one of the viewer, one of any user with `access-token:revoke`, one that reaches only what the viewer manages, or the one that the request carries. Does nothing if it was revoked before. NOT_FOUND for other tokens. Refused while impersonating.',
  authScopes: { signedIn: true, notImpersonating: true },
  audit: ['access_token_revoked'],
  resolve: async ({ id }, context) => {
    const token = await context.database.accessToken.findUniqueOrThrow({ where: { id } });
    if (!canRevoke(context, token)) throw userError('NOT_FOUND', 'id');
    await revokeToken(context, token);
  },
  returns: 'The revoked token.',
});

const secret: PayloadFields<{ secret: string | null }> = (t) => ({
  secret: t.string({
    nullable: true,
    description:
      'The secret: `atr_` and 38 letters and digits. It is shown once: null for a repeated request, and if the input was refused.',
    resolve: (result) => result.secret,
  }),
});

/** @throws {UserErrors} NOT_FOUND if the viewer may not create tokens for this user */
async function requireOwner(context: Context, userId: string | null | undefined) {
  const id = userId ?? context.viewer?.user.id ?? '';
  const owner = isIdOf('User', id)
    ? await context.database.user.findUnique({
        where: { id },
        select: { id: true, role: true, isServiceAccount: true, memberships: true },
      })
    : null;
  if (!owner || !canManageTokensOf(context, owner)) throw userError('NOT_FOUND', 'userId');
  return withViewersMemberships(owner, context);
}

defineCreation('createAccessToken', {
  creates: 'AccessToken',
  description:
    'Creates an access token of the viewer, or of a service account, and notifies its creator by email. For a service account, requires the right to manage it: `service-account:update`, or a role where it belongs. Refused while impersonating.',
  authScopes: { can: 'access-token:create', ...bySession },
  audit: ['access_token_created'],
  fresh: {},
  errors: ['NOT_FOUND', ...ruleErrors, 'LIFETIME_INVALID', 'ACCESS_TOKEN_LIMIT_REACHED'],
  input: (t) => ({
    name: t.string({ required: true, description: `Name. ${nameFormat}.` }),
    scopes: t.field({
      type: [AccessTokenScope],
      required: true,
      description:
        'Permissions that the token may use. At least one of the owner’s `grantableScopes`. For a token that is limited to an organization, of their membership there.',
    }),
    expiresInDays: t.int({
      description: `Days until the token expires, 1 to ${limits.accessTokenDaysMax}. Null for a token of a service account that does not expire.`,
    }),
    userId: t.id({
      description: 'ID of a service account. Omit for a token of the viewer.',
    }),
    organizationId: t.id({
      description:
        'ID of an organization that the owner belongs to, to which the token is limited: it can read and change nothing else, and is deleted with the membership. Omit for no limit; a token of an organization’s service account always has it.',
    }),
  }),
  resolve: async (
    { userId, organizationId = null, expiresInDays = null, ...input },
    context,
    record,
  ) => {
    requireVisibleOrganization(context, organizationId);
    const token = valid(accessTokenRules, input);
    const { expiresInDays: lifetimeDays } = valid(lifetimeRules, { expiresInDays });
    const owner = await requireOwner(context, userId);
    if (lifetimeDays === null && !owner.isServiceAccount) {
      throw userError('LIFETIME_INVALID', 'expiresInDays');
    }
    const limitedTo = organizationId ?? organizationOfAccount(owner);
    const values = { owner, ...token, lifetimeDays, organizationId: limitedTo };
    return { secret: await createToken(context, record, values) };
  },
  returns: 'The new token.',
  payload: secret,
});

defineChange('rotateAccessToken', {
  changes: 'AccessToken',
  description: `Gives an access token of the viewer, or of a service account as \`createAccessToken\`, a new secret, and notifies its creator by email. Its lifetime starts again. Repeated within ${limits.repeatSeconds} seconds, it changes nothing, unless the former secret is to end earlier. Refused while impersonating.`,
  authScopes: { can: 'access-token:create', ...bySession },
  audit: ['access_token_rotated'],
  fresh: {},
  errors: ['OVERLAP_INVALID', 'ACCESS_TOKEN_INACTIVE'],
  input: (t) => ({
    overlapHours: t.int({
      required: true,
      description: `Hours for which the former secret stays valid, at most until the token would have expired. 0 to ${limits.accessTokenOverlapMax}.`,
    }),
  }),
  resolve: async ({ id, ...input }, context) => {
    const { overlapHours } = valid(rotationRules, input);
    const token = await requireToken(context, id);
    return { secret: await rotateToken(context, token, overlapHours) };
  },
  returns: 'The rotated token.',
  payload: secret,
});
