import * as z from 'zod/mini';
import { accessTokenScopes } from '#shared/access-token-scopes.ts';
import { limits } from '#shared/limits.ts';
import { type Role, roleNames } from '#shared/permissions.ts';
import { name } from './account.ts';
import { text } from './text.ts';

const scopes = z.array(z.enum(accessTokenScopes), 'SCOPES_REQUIRED').check(
  z.minLength(1, 'SCOPES_REQUIRED'),
  z.overwrite((values) => accessTokenScopes.filter((each) => values.includes(each))),
);

export const accessTokenRules = z.object({
  name: text({
    required: 'NAME_REQUIRED',
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: limits.accessTokenNameMax,
    legible: true,
  }),
  scopes,
});

/** Null means no expiry. */
export const lifetimeRules = z.object({
  expiresInDays: z.nullable(
    z
      .number('LIFETIME_INVALID')
      .check(
        z.int('LIFETIME_INVALID'),
        z.minimum(1, 'LIFETIME_INVALID'),
        z.maximum(limits.accessTokenDaysMax, 'LIFETIME_INVALID'),
      ),
  ),
});

export const rotationRules = z.object({
  overlapHours: z
    .number('OVERLAP_INVALID')
    .check(
      z.int('OVERLAP_INVALID'),
      z.minimum(0, 'OVERLAP_INVALID'),
      z.maximum(limits.accessTokenOverlapMax, 'OVERLAP_INVALID'),
    ),
});

export const serviceAccountRules = z.object({
  name,
  role: z.enum(roleNames as [Role, ...Role[]], 'VALUE_REQUIRED'),
});
