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

const wholeNumber = (code: string, min: number, max: number) =>
  z.number(code).check(z.int(code), z.minimum(min, code), z.maximum(max, code));

/** Null means no expiry. */
export const lifetimeRules = z.object({
  expiresInDays: z.nullable(wholeNumber('LIFETIME_INVALID', 1, limits.accessTokenDaysMax)),
});

export const rotationRules = z.object({
  overlapHours: wholeNumber('OVERLAP_INVALID', 0, limits.accessTokenOverlapMax),
});

export const serviceAccountRules = z.object({
  name,
  role: z.enum(roleNames as [Role, ...Role[]], 'VALUE_REQUIRED'),
});
