/** Formats of exports: CSV (RFC 4180) that spreadsheets open without asking for the format, and JSON lines. */
import { guardFormulas } from '#shared/csv-formulas.ts';
import type { ExportRow, ListExport } from './list-export.ts';

/** Spreadsheets read UTF-8 only with a byte order mark. Other programs skip it. */
const byteOrderMark = '\uFEFF';

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

export type ExportFormat = {
  contentType: string;
  header(declared: ListExport): string;
  line(declared: ListExport, row: ExportRow): string;
};

export const exportFormats: Readonly<Record<string, ExportFormat>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    header: ({ columns }) => byteOrderMark + csvLine(columns.map(({ header }) => header)),
    line: ({ columns }, row) => csvLine(columns.map(({ value }) => value(row))),
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    header: () => '',
    line: ({ columns }, row) =>
      `${JSON.stringify(Object.fromEntries(columns.map(({ header, value }) => [header, value(row)])))}\n`,
  },
};
