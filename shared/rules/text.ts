import * as z from 'zod/mini';
import type { UserErrorCode } from '#shared/errors.ts';

/**
 * Characters that no text of ours may hold: controls, and the marks that override or isolate the
 * direction of what follows, by which one text can pass for another (CVE-2021-42574).
 */
const forbidden = /[[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]--[\t\n]]/v;
const lineBreaks = /[\t\n\u2028\u2029]/;

type TextOptions = {
  /** Refuses an empty text with this code; without it an empty text is fine. */
  required?: UserErrorCode;
  invalid: UserErrorCode;
  tooLong: UserErrorCode;
  /** In UTF-16 code units. */
  max: number;
  multiline?: boolean;
};

/** A text that may be empty: null and an absent value become the empty text. */
export function optionalText(options: Omit<TextOptions, 'required'>) {
  return z.pipe(
    z.transform((value: unknown) => value ?? ''),
    text(options),
  );
}

/** A text that is trimmed, NFC and free of forbidden characters. Its messages are error codes. */
export function text({ required, invalid, tooLong, max, multiline = false }: TextOptions) {
  return z.string(required ?? invalid).check(
    z.overwrite((value) => value.trim().replaceAll('\r\n', '\n').normalize('NFC')),
    ...(required ? [z.minLength(1, { error: required, abort: true })] : []),
    z.maxLength(max, { error: tooLong, abort: true }),
    z.refine((value) => !forbidden.test(value) && (multiline || !lineBreaks.test(value)), {
      error: invalid,
    }),
  );
}
