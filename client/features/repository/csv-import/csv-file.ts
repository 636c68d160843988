/** Parses CSV files of repositories. Conflicts with existing ones are left to the server. */
import Papa from 'papaparse';
import type { RepositoryValues } from '#client/features/repository/repository-form.tsx';
import { unguardFormulas } from '#shared/csv-formulas.ts';

export const importLimits = {
  bytes: 5_000_000,
  rows: 5_000,
};

export type FileProblem =
  | 'TOO_LARGE'
  | 'NOT_TEXT'
  | 'EMPTY'
  | 'NO_COLUMNS'
  | 'TOO_MANY_ROWS'
  | 'BROKEN_QUOTES';

/** A row with its record number in the file. The header is number 1. */
export type ImportRow = {
  line: number;
  values: RepositoryValues;
  /** The first row with this name, if it is another one. */
  sameAs?: number;
};

type ImportFile = { rows: ImportRow[] } | { problem: FileProblem };

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

/** Parses a file. The first row names the columns in any order; unknown ones are ignored. */
export function readImport(bytes: Uint8Array): ImportFile {
  if (bytes.length > importLimits.bytes) return { problem: 'TOO_LARGE' };
  const text = decode(bytes);
  if (text === null) return { problem: 'NOT_TEXT' };
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' });
  if (errors.some(({ type }) => type === 'Quotes')) return { problem: 'BROKEN_QUOTES' };
  const [header, ...records] = data;
  if (!header) return { problem: 'EMPTY' };
  const names = header.map((name) => name.trim().toLowerCase());
  const places = columns.map((column) => names.indexOf(column));
  const [namePlace, linkPlace] = places;
  if (namePlace === -1 || linkPlace === -1) return { problem: 'NO_COLUMNS' };
  if (records.length === 0) return { problem: 'EMPTY' };
  if (records.length > importLimits.rows) return { problem: 'TOO_MANY_ROWS' };
  const firstLines = new Map<string, number>();
  const rows = records.map((record, index): ImportRow => {
    const [name = '', link = '', description = ''] = places.map((place) =>
      unguardFormulas(record[place] ?? ''),
    );
    const line = index + 2;
    const key = keyOf(name);
    const sameAs = key ? firstLines.get(key) : undefined;
    if (sameAs === undefined) firstLines.set(key, line);
    return { line, values: { name, link, description }, ...(sameAs !== undefined && { sameAs }) };
  });
  return { rows };
}
