/** CSV (RFC 4180) that spreadsheets open without asking for the format. */

import { guardFormulas } from '#shared/csv-formulas.ts';

/** Spreadsheets read UTF-8 only with a byte order mark. Other programs skip it. */
export const byteOrderMark = '\uFEFF';

const special = /["\r\n,]|^\s|\s$/;

type Value = string | Date | null | undefined;

function cell(value: Value): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = guardFormulas(text);
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats one record, including CRLF. Prefixes text that looks like a formula with an apostrophe. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
