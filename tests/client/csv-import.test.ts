import { expect, it } from 'vitest';
import { importLimits, readImport } from '#client/features/repository/csv-import/csv-file.ts';
import { importBatches } from '#client/features/repository/csv-import/use-import.ts';
import { csvLines } from '#server/list-export/formats.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));

function rowsOf(bytes: Uint8Array) {
  const read = readImport(bytes);
  if ('problem' in read) throw new Error(read.problem);
  return read.rows;
}
const names = (bytes: Uint8Array) => rowsOf(bytes).map(({ values }) => values.name);

it('reads columns in any order and case, and ignores others', () => {
  const text = 'id,Description, LINK ,Name\n1,Maps,a.example,Atlas\n';
  expect(rowsOf(utf8(text))).toEqual([
    { line: 2, values: { name: 'Atlas', link: 'a.example', description: 'Maps' } },
  ]);
});

it.each<[string, Uint8Array, string[]]>([
  ['a byte order mark', utf8('\uFEFFname,link\nAtlas,a.example\n'), ['Atlas']],
  ['CRLF and blank lines', utf8('name,link\r\n\r\nA,a.example\r\n,\r\nB,b.example'), ['A', 'B']],
  [
    'quotes, commas and line breaks in a cell',
    utf8('name,link\n"A, ""B""\nC",a.example\n'),
    ['A, "B"\nC'],
  ],
  [
    'semicolons, as spreadsheets write them in some countries',
    utf8('name;link\nA;a.example\n'),
    ['A'],
  ],
  ['tabs', utf8('name\tlink\nA\ta.example\n'), ['A']],
  ['UTF-16', utf16('name\tlink\nمستودع\ta.example\n'), ['مستودع']],
  ['Arabic names', utf8('name,link\nمستودع الخرائط,a.example\n'), ['مستودع الخرائط']],
])('reads %s', (_what, bytes, expected) => {
  expect(names(bytes)).toEqual(expected);
});

it('reads what an export has written, with its guards against formulas', () => {
  const written = [
    '=SUM(A1)',
    "'=SUM(A1)",
    "''＝1",
    'x\n=2+2;',
    "q;'=1+1;",
    '- a\r\n- b',
    "'quoted",
  ];
  const text = csvLines([['name', 'link'], ...written.map((name) => [name, 'a.example'])]);
  expect(text).toContain("'=SUM");
  expect(names(utf8(text))).toEqual(written);
});

it.each<[string, string]>([
  ['an unquoted comma', 'name,link,description\nAtlas,a.example,Maps, and more\n'],
  ['a comma in a link', 'name,link\nAtlas,https://a.example/@52.5,13.4,12z\n'],
  ['text beyond empty headers', 'name,link,,\nAtlas,a.example,lost,\n'],
])('marks a row with more cells than columns: %s', (_what, text) => {
  expect(rowsOf(utf8(text))).toMatchObject([{ line: 2, hasExtraCells: true }]);
});

it('accepts fewer cells, and empty ones after the last column', () => {
  const rows = rowsOf(utf8('name,link,description\nA,a.example\nB,b.example,,,\n'));
  expect(rows).toEqual([
    { line: 2, values: { name: 'A', link: 'a.example', description: '' } },
    { line: 3, values: { name: 'B', link: 'b.example', description: '' } },
  ]);
});

it('reads quoted cells after a space and leaves quoted text as it is', () => {
  const text = 'name, link, description\nAtlas, a.example, "Maps, ""and"", \n ""more"""\n';
  expect(rowsOf(utf8(text)).map(({ values }) => values)).toEqual([
    { name: 'Atlas', link: 'a.example', description: 'Maps, "and", \n "more"' },
  ]);
});

it.each<[string, string, number[]]>([
  ['blank rows', 'name,link\nA,a.example\n\n,\nB,b.example\n', [2, 5]],
  ['blank lines at the top', '\r\n\r\nname,link\r\nA,a.example\r\n', [4]],
  [
    'cells of several lines',
    'name,link\n"A\r\nA",a.example\n"B\nB",b.example\nC,c.example',
    [2, 4, 6],
  ],
  ['sep=', 'sep=;\nname;link\nA;a.example\n', [3]],
  ['a quoted sep= with a tab', '"sep=\t"\nname\tlink\nA\ta.example\n', [3]],
  ['another separator', 'sep=^\nname^link\nA^a.example\n', [3]],
  ['a title', 'Repositories; July, 2026\n\nname,link\nA,a.example\n', [4]],
])('counts lines like an editor: %s', (_what, text, lines) => {
  expect(rowsOf(utf8(text)).map(({ line }) => line)).toEqual(lines);
});

it('removes invisible characters at the ends of headers and cells', () => {
  const text = '\u200Bname\u200B,link\u2060\n\u202AAtlas\u202C \u200F,\u00ADa.example\n';
  expect(rowsOf(utf8(text)).map(({ values }) => values)).toEqual([
    { name: 'Atlas', link: 'a.example', description: '' },
  ]);
});

it('ignores the end-of-file character of DOS', () => {
  expect(names(utf8('name,link\r\nA,a.example\r\n\u001A'))).toEqual(['A']);
});

it.each<[string, string, number]>([
  ['open', 'name,link\n"A,a.example\nB,b.example\n', 2],
  ['inside a cell', 'name,link,description\n\nA,a.example,"Maps" and more\nB,b.example,\n', 3],
])('names the line of a quotation mark that is %s', (_what, text, line) => {
  expect(readImport(utf8(text))).toEqual({ problem: 'BROKEN_QUOTES', line });
});

it('reads a large quoted cell', () => {
  const long = 'a'.repeat(4_900_000);
  expect(rowsOf(utf8(`name,link\nA, "${long}"\n`))[0]?.values.link).toHaveLength(long.length);
});

it('names the line of an earlier row with the same name', () => {
  const rows = rowsOf(
    utf8('name,link\nAtlas,a.example\n ATLAS ,b.example\nＡｔｌａｓ,c.example\n'),
  );
  expect(rows.map(({ sameAs }) => sameAs)).toEqual([undefined, 2, 2]);
});

it.each<[string, Uint8Array, string]>([
  ['10 MB', utf8(`name,link\n${'a,a.example\n'.repeat(900_000)}`), 'TOO_LARGE'],
  ['Latin-1', new Uint8Array(Buffer.from('name,link\nCafé,a.example', 'latin1')), 'NOT_TEXT'],
  ['a program', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0]), 'NOT_TEXT'],
  ['nothing', utf8(''), 'EMPTY'],
  ['only a header', utf8('name,link\n'), 'EMPTY'],
  ['no header', utf8('Atlas,a.example\nB,b.example\n'), 'NO_COLUMNS'],
  [
    'too many rows',
    utf8(`name,link\n${'a,a.example\n'.repeat(importLimits.rows + 1)}`),
    'TOO_MANY_ROWS',
  ],
])('refuses %s', (_what, bytes, problem) => {
  expect(readImport(bytes)).toEqual({ problem });
});

it('sends no more rows at once than the server takes', () => {
  const long = 'م'.repeat(2_000);
  const rows = Array.from({ length: 250 }, (_, index) => ({
    line: index + 2,
    values: { name: `n${index}`, link: 'a.example', description: index < 100 ? long : '' },
  }));
  const batches = [...importBatches(rows)];
  expect(batches.flat()).toEqual(rows);
  for (const batch of batches) {
    expect(batch.length).toBeLessThanOrEqual(100);
    const input = JSON.stringify({ repositories: batch.map(({ values }) => values) });
    expect(Buffer.byteLength(input)).toBeLessThan(80_000);
  }
});
