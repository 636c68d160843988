import { type Reduced, type Row, summaryOf } from './feature.ts';

const maxLineLength = 120;
const sentenceEnd = /(?<=[.?:؟][)`"”*]*)\s+(?=[\p{Lu}\p{Lo}`*“[(])/u;
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

/** Without the sentences that name the feature. A colon that announced one becomes a full stop. */
export function withoutSentences(text: string, prose: RegExp): string {
  // A name may be broken into two lines.
  const isAbout = (sentence = '') => prose.test(sentence.replace(/\s+/g, ' '));
  const all = text.split(sentenceEnd);
  if (!all.some(isAbout)) return text;
  const kept = all.flatMap((sentence, at) => {
    if (isAbout(sentence)) return [];
    return isAbout(all[at + 1]) ? sentence.replace(/:$/, '.') : sentence;
  });
  // A text that ended without a full stop still does.
  const rest = kept.join(' ');
  return /[\p{L}\p{N}`]\s*$/u.test(text) ? rest.replace(/\.$/, '') : rest;
}

/** Without columns whose head names the feature, rows that begin with it or have nothing else to say, and sentences. */
function reduceTable(lines: string[], prose: RegExp): string[] {
  const isGone = cellsOf(lines[0] ?? '').map((cell) => prose.test(cell));
  return lines.flatMap((line, row) => {
    const cells = cellsOf(line);
    const isAbout = (cell: string) => row > 0 && prose.test(cell);
    const kept = cells.map((cell) => (isAbout(cell) ? withoutSentences(cell.trim(), prose) : cell));
    if (isAbout(cells[0] ?? '') || kept.includes('')) return [];
    const spaced = kept.map((cell, column) => (cell === cells[column] ? cell : ` ${cell} `));
    return `|${spaced.filter((_, column) => !isGone[column]).join('|')}|`;
  });
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
  const rest = text.slice(about.length);
  const kept = withoutSentences(rest, prose);
  if (kept === rest) return lines;
  return kept === '' ? [] : wrap(`${about}${kept}`.split(/\s+/).filter(Boolean), marker);
}

/** Counts the items of lists again, which lost some. */
function renumber(text: string): string {
  let [former, next] = [0, 0];
  return text.replace(/^#+ .*|^\d+(?=\. )/gm, (match) => {
    const number = Number.parseInt(match, 10) || 0;
    next = number > former && former > 0 ? next + 1 : 1;
    former = number;
    return number > 0 ? String(next) : match;
  });
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
  return { text: rows.length > 0 ? renumber(output.join('\n')) : text, rows, problems: [] };
}

function reduceBlock({ lines, kind }: Block, prose: RegExp): string[] {
  if (kind === 'table') return reduceTable(lines, prose);
  if (kind === 'code') return lines.filter((line) => !prose.test(line));
  if (kind === 'text') return reduceText(lines, prose);
  return lines;
}
