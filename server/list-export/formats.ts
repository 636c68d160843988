/** Formats of exports: CSV (RFC 4180) that spreadsheets open without asking for the format, and JSON lines. */
import Papa from 'papaparse';
import { guardFormulas } from '#shared/csv-formulas.ts';
import type { Column, ExportRow, ListExport } from './list-export.ts';

/** Spreadsheets read UTF-8 only with a byte order mark. Other programs skip it. */
const byteOrderMark = '\uFEFF';

const lineEnd = '\r\n';

const guard = (value: unknown) => (typeof value === 'string' ? guardFormulas(value) : value);

/** Formats records. Prefixes text that looks like a formula with an apostrophe. */
export function csvLines(records: readonly (readonly unknown[])[]): string {
  const guarded = records.map((values) => values.map(guard));
  return Papa.unparse(guarded, { newline: lineEnd }) + lineEnd;
}

const headerOf = (column: Column) => (typeof column === 'string' ? column : column.header);

const cellOf = (column: Column, row: ExportRow) =>
  typeof column === 'string' ? row[column] : column.value(row);

export type ExportFormat = {
  contentType: string;
  header(declared: ListExport): string;
  lines(declared: ListExport, rows: readonly ExportRow[]): string;
};

export const exportFormats: Readonly<Record<string, ExportFormat>> = {
  csv: {
    contentType: 'text/csv; charset=utf-8; header=present',
    header: ({ columns }) => byteOrderMark + csvLines([columns.map(headerOf)]),
    lines: ({ columns }, rows) =>
      csvLines(rows.map((row) => columns.map((column) => cellOf(column, row)))),
  },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    header: () => '',
    lines: ({ columns }, rows) =>
      rows
        .map((row) => columns.map((column) => [headerOf(column), cellOf(column, row)]))
        .map((record) => `${JSON.stringify(Object.fromEntries(record))}\n`)
        .join(''),
  },
};
