import { type Reduced, type Row, summaryOf } from './feature.ts';

const maxLineLength = 120;
export const sentenceEnd = /(?<=[.?:؟][)`"”*]*)\s+(?=[\p{Lu}\p{Lo}`*“[(])/u;
const listMarker = /^(\s*(?:[-*]|\d+\.)\s+)/;
const heading = /^(#+) /;

type Block = {
  line: number;
  lines: string[];
  kind: 'code' | 'heading' | 'table' | 'text' | 'empty';
};

function kindOf(line: string): Block['kind'] {
  if (heading.test(line)) return 'heading';
  if (line.startsWith('|')) return 'table';
  return line.trim() === '' ? 'empty' : 'text';
}

/** Headings, tables, code, list items and paragraphs. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let isCode = false;
  for (const [index, line] of text.split('\n').entries()) {
    const last = blocks.at(-1);
    const isFence = /^\s*```/.test(line);
    const kind = isCode || isFence ? 'code' : kindOf(line);
    const continues =
      last?.kind === kind &&
      (kind === 'table' ||
        (kind === 'code' && isCode) ||
        (kind === 'text' && !listMarker.test(line)));
    if (continues) last.lines.push(line);
    else blocks.push({ line: index + 1, lines: [line], kind });
    if (isFence) isCode = !isCode;
  }
  return blocks;
}

const cellsOf = (line: string) => line.split(/(?<!\\)\|/).slice(1, -1);

/** Whether the first cell names the feature, or another one consists of sentences that do. */
const isRowAbout = (cells: string[], prose: RegExp) =>
  prose.test(cells[0] ?? '') ||
  cells.some((cell) => prose.test(cell) && reduceText([cell], prose).length === 0);

/** Without the sentences in its cells that name the feature. */
const reduceRow = (cells: string[], prose: RegExp) =>
  cells.map((cell) =>
    prose.test(cell) ? ` ${reduceText([cell.trim()], prose).join(' ')} ` : cell,
  );

/** Without the columns whose head names the feature, and the rows and sentences that do. */
function reduceTable(lines: string[], prose: RegExp): string[] {
  const [head = '', ...rows] = lines;
  const kept = cellsOf(head).map((cell) => !prose.test(cell));
  const columns = (line: string) =>
    kept.includes(false)
      ? `|${cellsOf(line)
          .filter((_, index) => kept[index] !== false)
          .join('|')}|`
      : line;
  const remaining = rows
    .map((row) => [row, cellsOf(row)] as const)
    .filter(([, cells]) => !isRowAbout(cells, prose))
    .map(([row, cells]) =>
      cells.some((cell) => prose.test(cell)) ? `|${reduceRow(cells, prose).join('|')}|` : row,
    );
  return [head, ...remaining].map(columns);
}

/** Breaks words into lines. The first starts with `marker`. */
export function wrap(words: string[], marker: string): string[] {
  const lines = [marker.trimEnd() === '' ? marker : marker.trimEnd()];
  const indent = ' '.repeat(marker.length);
  for (const word of words) {
    const line = lines.at(-1) ?? '';
    const longer = line.trim() === '' ? `${line}${word}` : `${line} ${word}`;
    if (longer.length <= maxLineLength || line.trim() === '') lines[lines.length - 1] = longer;
    else lines.push(`${indent}${word}`);
  }
  return lines;
}

/** A bold heading of a list item or a paragraph, which says what it is about. */
const lead = /^\*\*[^*]*[.:?!]\*\*\s*/;

/** Without the sentences that name the feature. Nothing is left of a text about it, or of a lead alone. */
function reduceText(lines: string[], prose: RegExp): string[] {
  const [, marker = ''] = listMarker.exec(lines[0] ?? '') ?? [];
  const text = lines.join('\n').slice(marker.length);
  const about = lead.exec(text)?.[0] ?? '';
  if (prose.test(about)) return [];
  const sentences = text.slice(about.length).split(sentenceEnd);
  // A name may be broken into two lines.
  const kept = sentences.filter((sentence) => !prose.test(sentence.replace(/\s+/g, ' ')));
  if (kept.length === 0) return [];
  return kept.length === sentences.length
    ? lines
    : wrap(`${about}${kept.join(' ')}`.split(/\s+/).filter(Boolean), marker);
}

/** Removes the sections, list items, table rows and sentences of a Markdown file that name a feature. */
export function reduceMarkdown(path: string, text: string, prose: RegExp): Reduced {
  const rows: Row[] = [];
  const output: string[] = [];
  let removedLevel = 0;
  for (const { line, lines, kind } of splitBlocks(text)) {
    const level = kind === 'heading' ? (heading.exec(lines[0] ?? '')?.[1]?.length ?? 0) : 0;
    if (level > 0 && level <= removedLevel) removedLevel = 0;
    if (level > 0 && removedLevel === 0 && prose.test(lines[0] ?? '')) {
      removedLevel = level;
      rows.push({ path, line, text: summaryOf(lines[0] ?? '') });
    }
    if (removedLevel > 0) continue;
    const kept = reduceBlock({ line, lines, kind }, prose);
    if (kept.join('\n') !== lines.join('\n')) {
      const gone = lines.find((each) => prose.test(each)) ?? lines[0] ?? '';
      rows.push({ path, line, text: summaryOf(gone) });
    }
    // A removed paragraph leaves one empty line, not two.
    const isDouble = kind === 'empty' && output.at(-1)?.trim() === '';
    if (!isDouble) output.push(...kept);
  }
  return { text: rows.length > 0 ? output.join('\n') : text, rows, problems: [] };
}

function reduceBlock({ lines, kind }: Block, prose: RegExp): string[] {
  if (kind === 'table') return reduceTable(lines, prose);
  if (kind === 'code') return lines.filter((line) => !prose.test(line));
  if (kind === 'text') return reduceText(lines, prose);
  return lines;
}
