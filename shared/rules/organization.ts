import * as z from 'zod/mini';
import { limits } from '#shared/limits.ts';
import { organizationRoleNames } from '#shared/organization-roles.ts';
import { rawText, text } from './text.ts';

const name = text({
  required: 'NAME_REQUIRED',
  invalid: 'NAME_INVALID',
  tooLong: 'NAME_TOO_LONG',
  max: limits.nameMax,
  legible: true,
});

/** Conflict with the paths of other pages. */
const reserved: ReadonlySet<string> = new Set(['new']);

/** Names an organization in URLs. Validated before lower-casing, because the Kelvin sign becomes `k`. */
const slug = rawText({
  required: 'VALUE_REQUIRED',
  tooLong: 'SLUG_INVALID',
  max: limits.slugMax,
}).check(
  z.overwrite((value) => value.trim()),
  z.minLength(1, { error: 'VALUE_REQUIRED', abort: true }),
  z.minLength(limits.slugMin, { error: 'SLUG_INVALID', abort: true }),
  z.maxLength(limits.slugMax, { error: 'SLUG_INVALID', abort: true }),
  z.regex(/^[a-zA-Z0-9]+(-[a-zA-Z0-9]+)*$/, { error: 'SLUG_INVALID', abort: true }),
  z.overwrite((value) => value.toLowerCase()),
  z.refine((value) => !reserved.has(value), { error: 'SLUG_INVALID', abort: true }),
);

export const organizationRules = z.object({ name, slug });
export const teamRules = z.object({ name });
export const serviceAccountRules = z.object({
  name,
  role: z.enum(['admin', 'member'], 'SERVICE_ACCOUNT_CANNOT_OWN_THE_ORGANIZATION'),
});
export const memberRules = z.object({ role: z.enum(organizationRoleNames, 'VALUE_REQUIRED') });
