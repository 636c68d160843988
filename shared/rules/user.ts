/** What a manager may make of a person. */
import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { type Role, roleNames } from '#shared/permissions.ts';
import { email } from './account.ts';
import { optionalText, text } from './text.ts';

export const userRules = z.object({
  email,
  /** May be empty: then the person is asked for it. */
  name: optionalText({
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: limits.nameMax,
    legible: true,
  }),
  role: z.enum(roleNames as [Role, ...Role[]], 'REQUIRED'),
});

export const banRules = z.object({
  banReason: text({
    required: 'REASON_REQUIRED',
    invalid: 'REASON_INVALID',
    tooLong: 'REASON_TOO_LONG',
    max: limits.banReasonMax,
    multiline: true,
  }),
  /** Without it the ban has no end. */
  banEndsAt: z.nullish(
    z.date().check(z.refine((end) => end > new Date(), { error: 'END_NOT_IN_FUTURE' })),
  ),
});
