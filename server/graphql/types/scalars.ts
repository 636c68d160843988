import { isDate as isJavaScriptDate } from 'node:util/types';
import { GraphQLError } from 'graphql';
import { builder } from '#server/graphql/builder.ts';
import { isDate } from '#shared/rules/date.ts';

/** RFC 3339, section 5.6: date, time with seconds, and offset. */
const format =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const longest = '2026-01-31T08:15:00.000000000+00:00'.length;

const isExistingDay = (year: number, month: number, day: number) =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Parses RFC 3339 in the years 0001 to 9999 (UTC). Returns undefined for any other value. */
export function parseDateTime(text: unknown): Date | undefined {
  if (typeof text !== 'string' || text.length > longest) return undefined;
  const [, year, month, day] = format.exec(text) ?? [];
  if (!year || !isExistingDay(Number(year), Number(month), Number(day))) return undefined;
  const date = new Date(text.toUpperCase());
  // An offset can move a date out of this range.
  return date.getUTCFullYear() >= 1 && date.getUTCFullYear() <= 9999 ? date : undefined;
}

builder.scalarType('DateTime', {
  description:
    'A date and time. Returned as RFC 3339 in UTC with milliseconds, for example `2026-01-31T08:15:00.000Z`. Accepted as RFC 3339 with `Z` or an offset, in the years 0001 to 9999; other values are refused with BAD_REQUEST.',
  serialize: (value) => (isJavaScriptDate(value) ? value : new Date(value)).toISOString(),
  parseValue: (value) => {
    const date = parseDateTime(value);
    if (date) return date;
    throw new GraphQLError(
      'A DateTime is RFC 3339 with Z or an offset, in the years 0001 to 9999: 2026-01-31T08:15:00Z.',
    );
  },
});

builder.scalarType('Date', {
  description:
    'A calendar date without a time zone, for example `2026-01-31`. Accepted in the years 0001 to 9999; other values are refused with BAD_REQUEST.',
  // Prisma returns a DATE column as midnight in UTC.
  serialize: (value) =>
    isJavaScriptDate(value) ? value.toISOString().slice(0, '2026-01-31'.length) : value,
  parseValue: (value) => {
    if (isDate(value)) return value;
    throw new GraphQLError('A Date is an existing day in the years 0001 to 9999: 2026-01-31.');
  },
});

builder.scalarType('URL', {
  description:
    'An absolute http or https URL (https://url.spec.whatwg.org). Only returned: inputs take text, and say what they add to it.',
  serialize: (value) => value,
  parseValue: () => {
    throw new GraphQLError('URL is only returned, not accepted.');
  },
});
