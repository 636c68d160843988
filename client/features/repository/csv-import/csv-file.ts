/** Parses CSV files of repositories. Conflicts with existing ones are left to the server. */
import Papa from 'papaparse';
import type { RepositoryValues } from '#client/features/repository/repository-form.tsx';
import { unguardFormulas } from '#shared/csv-formulas.ts';

export const importLimits = {
  bytes: 5_000_000,
  rows: 5_000,
};

export type FileProblem =
  | 'UNREADABLE'
  | 'TOO_LARGE'
  | 'NOT_TEXT'
  | 'EMPTY'
  | 'NO_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'BROKEN_QUOTES';

/** A row with the number of its first line in the file. */
export type ImportRow = {
  line: number;
  values: RepositoryValues;
  /** Text after the last column, for example after an unquoted comma. */
  hasExtraCells?: true;
  /** The first row with this name, if it is another one. */
  sameAs?: number;
};

type ImportFile = { rows: ImportRow[] } | { problem: FileProblem; line?: number };

/**
 * Spreadsheets write UTF-8 or UTF-16 with a byte order mark; without one it must be UTF-8. Returns null for anything
 * else instead of garbled names.
 */
function decode(bytes: Uint8Array): string | null {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}

const columns = ['name', 'link', 'description'] as const;

/** Approximates the server's comparison of names. */
const keyOf = (name: string) => name.trim().normalize('NFKC').toLowerCase();

/** How far down the header may be, after a title or a `sep=` line. */
const headerRowsMax = 10;

const edge = String.raw`[\s\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]`;
const start = new RegExp(`^${edge}+`);
/** The lookbehind keeps long runs of spaces inside a cell linear. */
const end = new RegExp(`(?<!${edge})${edge}+$`);
const clean = (cell: string) => cell.replace(start, '').replace(end, '');

const dosEndOfFile = '\u001A';

const headerOf = (record: string[]) => record.map((cell) => clean(cell).toLowerCase());
const isHeader = (names: string[]) => names.includes('name') && names.includes('link');
const isBlank = (record: string[]) => record.every((cell) => clean(cell) === '');
const linesOf = (record: string[]) =>
  record.reduce((lines, cell) => lines + (cell.match(/\r\n?|\n/g)?.length ?? 0), 1);

/** Removes spaces between a delimiter and an opening quote, which Papa Parse would take for text. */
function withoutSpacesBeforeQuotes(text: string, delimiter: string): string {
  const char = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const cell = new RegExp(
    `(^|[${char}\\r\\n])(?: +(?="))?("[^"]*(?:""[^"]*)*"|[^${char}\\r\\n]*)`,
    'g',
  );
  return text.replace(cell, '$1$2');
}

/** Parses a file. The header names the columns in any order; unknown ones are ignored. */
export function readImport(bytes: Uint8Array): ImportFile {
  if (bytes.length > importLimits.bytes) return { problem: 'TOO_LARGE' };
  const decoded = decode(bytes);
  if (decoded === null) return { problem: 'NOT_TEXT' };
  const text = decoded.endsWith(dosEndOfFile) ? decoded.slice(0, -1) : decoded;
  if (!text.trim()) return { problem: 'EMPTY' };
  const named = /^\s*"?sep=([^\r\n"])"?[\r\n]/i.exec(text)?.[1];
  const delimiter = [...(named ? [named] : []), ',', ';', '\t', '|'].find((candidate) =>
    Papa.parse<string[]>(text, { delimiter: candidate, preview: headerRowsMax }).data.some(
      (record) => isHeader(headerOf(record)),
    ),
  );
  if (!delimiter) return { problem: 'NO_COLUMNS' };
  const { data, errors } = Papa.parse<string[]>(withoutSpacesBeforeQuotes(text, delimiter), {
    delimiter,
  });
  const lines: number[] = [];
  let nextLine = 1;
  for (const record of data) {
    lines.push(nextLine);
    nextLine += linesOf(record);
  }
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return { problem: 'BROKEN_QUOTES', line: lines[broken.row ?? 0] ?? 1 };
  const headerIndex = data.findIndex((record) => isHeader(headerOf(record)));
  const names = headerOf(data[headerIndex] ?? []);
  const places = columns.map((column) => names.indexOf(column));
  const width = names.findLastIndex(Boolean) + 1;
  const records = data
    .map((record, index) => ({ record, line: lines[index] ?? 1 }))
    .slice(headerIndex + 1)
    .filter(({ record }) => !isBlank(record));
  if (records.length === 0) return { problem: 'EMPTY' };
  if (records.length > importLimits.rows) return { problem: 'TOO_MANY_ROWS' };
  const firstLines = new Map<string, number>();
  const rows = records.map(({ record, line }): ImportRow => {
    const [name = '', link = '', description = ''] = places.map((place) =>
      unguardFormulas(clean(record[place] ?? '')),
    );
    const key = keyOf(name);
    const sameAs = key ? firstLines.get(key) : undefined;
    if (sameAs === undefined) firstLines.set(key, line);
    return {
      line,
      values: { name, link, description },
      ...(!isBlank(record.slice(width)) && { hasExtraCells: true }),
      ...(sameAs !== undefined && { sameAs }),
    };
  });
  return { rows };
}
