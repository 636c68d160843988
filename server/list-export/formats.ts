import { byteOrderMark, csvLine } from './csv.ts';
import type { ExportRow, ListExport } from './list-export.ts';

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
