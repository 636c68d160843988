import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { link } from './link.ts';
import { optionalText, text } from './text.ts';

export const repositoryRules = z.object({
  name: text({
    required: 'NAME_REQUIRED',
    invalid: 'NAME_INVALID',
    tooLong: 'NAME_TOO_LONG',
    max: limits.repositoryNameMax,
    legible: true,
  }),
  link,
  description: optionalText({
    invalid: 'DESCRIPTION_INVALID',
    tooLong: 'DESCRIPTION_TOO_LONG',
    max: limits.descriptionMax,
    multiline: true,
  }),
});
