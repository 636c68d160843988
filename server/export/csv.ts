/** CSV as RFC 4180 describes it, in the form that spreadsheets open without guessing. */

/** Spreadsheets read UTF-8 only with a byte order mark; other programs skip it. */
export const byteOrderMark = '\uFEFF';

/** Beginnings that spreadsheets take for a formula (OWASP, CSV Injection). */
const formula = /^[=+\-@\t\r]/;
const special = /["\r\n,]|^\s|\s$/;

type Value = string | Date | null | undefined;

function cell(value: Value): string {
  if (value === null || value === undefined) return '';
  const text = value instanceof Date ? value.toISOString() : value;
  const safe = formula.test(text) ? `'${text}` : text;
  return special.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One record with its line end. A text that could be a formula gets an apostrophe in front. */
export function csvLine(values: readonly Value[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
