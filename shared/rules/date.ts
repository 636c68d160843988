import * as z from 'zod/mini';
import type { RuleErrorCode } from '#shared/errors.ts';

const length = '2026-01-31'.length;

/** A calendar date of the years 0001 to 9999, such as 2026-01-31. PostgreSQL has no year 0. */
export const isDate = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length === length &&
  z.regexes.date.test(value) &&
  !value.startsWith('0000');

type DateOptions = { required?: RuleErrorCode; invalid: RuleErrorCode };

/** A calendar date as text, which sorts by time and has no time zone. Its messages are error codes. */
export const date = ({ required, invalid }: DateOptions) =>
  z
    .string(required ?? invalid)
    .check(
      z.minLength(1, { error: required ?? invalid, abort: true }),
      z.refine(isDate, { error: invalid, abort: true }),
    );
