import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { text } from './text.ts';

export const passkeyRules = z.object({
  name: text({
    required: 'NAME_REQUIRED',
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: limits.passkeyNameMax,
    legible: true,
  }),
});

/** Its format is the server's to check. */
export const recoveryCodeRules = z.object({
  code: text({
    required: 'CODE_REQUIRED',
    invalid: 'CODE_INVALID',
    tooLong: 'CODE_INVALID',
    max: limits.recoveryCodeMax,
  }),
});
