import * as z from 'zod/mini';
import type { RuleErrorCode } from '#shared/errors.ts';

/**
 * Characters that no text may contain: controls, lone surrogates, noncharacters, the replacement character, annotation
 * marks, and bidirectional overrides and isolates (CVE-2021-42574).
 */
const forbidden =
  /(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u206F\uFFF0-\uFFFD]/u;
const lineBreaks = /[\t\n\u2028\u2029]/;

/** More combining marks than any language needs (Unicode UAX 15, Stream-Safe Text Format). */
const tooManyMarks = /\p{M}{31}/u;

/** A visible character: neither ignorable, like a zero-width space, nor a blank braille cell. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Ignorable characters, except joiners, direction marks and variation selectors, which scripts need. */
const needless =
  /(?![\u200C-\u200F\u061C]|[\u180B-\u180D\u180F]|[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|[\u{E0100}-\u{E01EF}])\p{Default_Ignorable_Code_Point}/u;

/** NFC shortens a text by at most this factor (Unicode UAX 15, table 4). */
const longestRaw = 4;

type TextOptions = {
  required?: RuleErrorCode;
  invalid: RuleErrorCode;
  tooLong: RuleErrorCode;
  /** In UTF-16 code units. */
  max: number;
  multiline?: boolean;
  /**
   * Rejects invisible characters, in names and links that users tell apart by sight. If `multiline`, only rejects a text
   * whose first line shows nothing.
   */
  legible?: boolean;
};

/** Text of bounded length, checked before expensive steps such as normalization. */
export function rawText({
  required,
  tooLong,
  max,
}: Pick<TextOptions, 'tooLong' | 'max'> & { required: RuleErrorCode }) {
  return z.string(required).check(z.maxLength(longestRaw * max, { error: tooLong, abort: true }));
}

/** Text that may be empty. Null and undefined become the empty string. */
export function optionalText(options: Omit<TextOptions, 'required'>) {
  return z.pipe(
    z.transform((value: unknown) => value ?? ''),
    text(options),
  );
}

/** Trimmed text in NFC without forbidden characters. Its messages are error codes. */
export function text(options: TextOptions) {
  const { required, invalid, tooLong, max, multiline = false, legible = false } = options;
  return rawText({ required: required ?? invalid, tooLong, max }).check(
    z.refine((value) => !tooManyMarks.test(value), { error: invalid, abort: true }),
    z.overwrite((value) => value.trim().replaceAll('\r\n', '\n').normalize('NFC')),
    ...(required ? [z.minLength(1, { error: required, abort: true })] : []),
    z.maxLength(max, { error: tooLong, abort: true }),
    z.refine((value) => !forbidden.test(value) && (multiline || !lineBreaks.test(value)), {
      error: invalid,
      abort: true,
    }),
    z.refine((value) => !legible || isLegible(value, multiline), { error: invalid, abort: true }),
  );
}

function isLegible(value: string, multiline: boolean): boolean {
  if (value === '') return true;
  if (multiline) return visible.test(value.split(lineBreaks, 1).join());
  return visible.test(value) && !needless.test(value);
}
