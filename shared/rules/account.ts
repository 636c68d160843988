import * as z from 'zod/mini';
import { type Language, languageCodes } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { rawText, text } from './text.ts';

/**
 * The HTML standard's rule for `<input type=email>`, with a dot in the domain. Refuses the start of an encoded word
 * (RFC 2047), which mail programs might decode to another address.
 */
export const emailPattern = new RegExp(
  `^(?!.*=\\?)(?=.*@.*\\.)${z.regexes.html5Email.source.slice(1)}`,
);

/** Removes what copying an address may add: invisible characters, brackets, `mailto:` and a separator. */
const withoutDecoration = (value: string) =>
  value
    .replace(/^[\s\p{Cf}<]+/u, '')
    .replace(/^mailto:[\s\p{Cf}]*/iu, '')
    .replace(/(?<![\s\p{Cf}>,;])[\s\p{Cf}>,;]+$/u, '');

/**
 * Lower-cased email address. Validated before lower-casing: the Kelvin sign becomes `k`, which would be another user's
 * address.
 */
export const email = rawText({
  required: 'EMAIL_REQUIRED',
  tooLong: 'EMAIL_TOO_LONG',
  max: limits.emailMax,
}).check(
  z.overwrite(withoutDecoration),
  z.minLength(1, { error: 'EMAIL_REQUIRED', abort: true }),
  z.maxLength(limits.emailMax, { error: 'EMAIL_TOO_LONG', abort: true }),
  z.regex(emailPattern, { error: 'EMAIL_INVALID', abort: true }),
  z.overwrite((value) => value.toLowerCase()),
);

export const name = text({
  required: 'NAME_REQUIRED',
  invalid: 'NAME_INVALID',
  tooLong: 'NAME_TOO_LONG',
  max: limits.nameMax,
  legible: true,
});

/** Code points of the digit zero in other scripts. */
const digitBlocks = { arabicIndic: 0x0660, extendedArabicIndic: 0x06f0, fullWidth: 0xff10 };

/** Converts digits of other scripts to 0–9 and removes spaces and hyphens. */
export function normaliseCode(value: string): string {
  return value
    .replace(/[\s-]/g, '')
    .replace(/[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g, (digit) => {
      const point = digit.charCodeAt(0);
      const zero = Object.values(digitBlocks).find((start) => point >= start && point < start + 10);
      return String(point - (zero ?? point));
    });
}

export const code = rawText({
  required: 'CODE_REQUIRED',
  tooLong: 'CODE_LENGTH',
  max: limits.codeLength,
}).check(
  z.overwrite(normaliseCode),
  z.minLength(1, { error: 'CODE_REQUIRED', abort: true }),
  z.length(limits.codeLength, { error: 'CODE_LENGTH', abort: true }),
  z.regex(/^\d+$/, 'CODE_INVALID'),
);

export const signInRules = z.object({ email });
export const onboardingRules = z.object({ name });

export const viewerRules = z.object({
  name: z.exactOptional(name),
  language: z.exactOptional(z.nullable(z.enum(languageCodes as [Language, ...Language[]]))),
});
