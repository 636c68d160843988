import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { optionalText } from './text.ts';

export const sessionRules = z.object({
  name: optionalText({
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: limits.sessionNameMax,
    legible: true,
  }),
});
