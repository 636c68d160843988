import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { type Role, roleNames } from '#shared/permissions.ts';
import { email } from './account.ts';
import { optionalText, text } from './text.ts';

export const userRules = z.object({
  email,
  /** May be empty: the user enters it at their first sign-in. */
  name: optionalText({
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: limits.nameMax,
    legible: true,
  }),
  role: z.enum(roleNames as [Role, ...Role[]], 'VALUE_REQUIRED'),
});

export const banRules = z.object({
  banReason: text({
    required: 'REASON_REQUIRED',
    invalid: 'REASON_INVALID',
    tooLong: 'REASON_TOO_LONG',
    max: limits.banReasonMax,
    multiline: true,
  }),
  /** Null or undefined for a permanent ban. */
  banEndsAt: z.nullish(
    z.date().check(z.refine((end) => end > new Date(), { error: 'END_NOT_IN_FUTURE' })),
  ),
});
