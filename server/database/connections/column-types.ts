import { types } from 'pg';

const timestamptz = types.builtins.TIMESTAMPTZ;
const parseAny = types.getTypeParser(timestamptz) as (text: string) => Date;

const digit = (text: string, at: number) => text.charCodeAt(at) - 48;
const digits = (text: string, at: number) => 10 * digit(text, at) + digit(text, at + 1);

/** Parses fractional seconds (up to six digits, from index 20 to `end`) to milliseconds. */
function milliseconds(text: string, end: number): number {
  let sum = 0;
  for (let at = 20, unit = 100; at < end && unit >= 1; at += 1, unit /= 10) {
    sum += unit * digit(text, at);
  }
  return sum;
}

/**
 * Parses a `timestamptz` in UTC with a four-digit year, such as `2026-01-31 08:15:00.123+00`. All others go to the
 * driver's parser, which is ten times slower.
 */
export function parseTimestamp(text: string): Date {
  const end = text.length - 3;
  if (end < 19 || end > 26 || text[10] !== ' ' || text[end] !== '+' || !text.endsWith('00')) {
    return parseAny(text);
  }
  const year = 100 * digits(text, 0) + digits(text, 2);
  const month = digits(text, 5) - 1;
  const date = Date.UTC(
    year,
    month,
    digits(text, 8),
    digits(text, 11),
    digits(text, 14),
    digits(text, 17),
    milliseconds(text, end),
  );
  // Date.UTC maps years 0–99 to 1900–1999.
  return year < 100 ? parseAny(text) : new Date(date);
}

/** The driver takes dates and timestamps without a time zone as local time, Prisma as UTC. */
const parsers = new Map<number, (text: string) => Date>([
  [timestamptz, parseTimestamp],
  [types.builtins.TIMESTAMP, (text) => parseTimestamp(`${text}+00`)],
  [types.builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

/** For the driver's queries. */
export const columnTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    types.getTypeParser(oid, format)) as typeof types.getTypeParser,
};
