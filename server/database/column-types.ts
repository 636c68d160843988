/** How the text that PostgreSQL sends for a column becomes a value. */
import { types } from 'pg';

const timestamptz = types.builtins.TIMESTAMPTZ;
const parseAny = types.getTypeParser(timestamptz) as (text: string) => Date;

const digit = (text: string, at: number) => text.charCodeAt(at) - 48;
const digits = (text: string, at: number) => 10 * digit(text, at) + digit(text, at + 1);

/** Milliseconds of the digits from 20 to `end`; a time has none to six of them. */
function milliseconds(text: string, end: number): number {
  let sum = 0;
  for (let at = 20, unit = 100; at < end && unit >= 1; at += 1, unit /= 10) {
    sum += unit * digit(text, at);
  }
  return sum;
}

/**
 * The date of a `timestamptz`. Sessions usually have the time zone UTC and years of four digits, as in
 * `2026-01-31 08:15:00.123+00`; the driver's own parser, which takes ten times longer, reads all others.
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
  // Date.UTC takes the years before 100 for those of the last century.
  return year < 100 ? parseAny(text) : new Date(date);
}

/** The parser of a column's text by the OID of its type. */
export function parserOf(oid: number): (text: string) => unknown {
  return oid === timestamptz ? parseTimestamp : types.getTypeParser(oid);
}

/** The same for queries of the driver, which ask for a format too. */
export const columnTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === timestamptz && format !== 'binary'
      ? parseTimestamp
      : types.getTypeParser(oid, format as never)) as typeof types.getTypeParser,
};
