/** Sentences in comments and texts of code: each is a row. */

import type { Node, Range, Syntax } from '#scripts/lib/syntax.ts';
import { isDocument, reduceDocument } from './data-rows.ts';
import { reduceMarkdown, withoutSentences, wrap } from './prose-rows.ts';

type Comment = Syntax['comments'][number];

/** Line comments on consecutive lines are one text. */
function groupComments(text: string, comments: readonly Comment[]): Range[] {
  const groups: Range[] = [];
  for (const { start, end } of comments) {
    const last = groups.at(-1);
    const isLine = text.startsWith('//', start);
    const isNext = last && /^\n[ \t]*$/.test(text.slice(last.end, start));
    if (last && isNext && isLine && text.startsWith('//', last.start)) last.end = end;
    else groups.push({ start, end });
  }
  return groups;
}

/** The paragraphs and tags of a comment, without its marks. */
const paragraphsOf = (comment: string) =>
  comment
    .replace(/^\/\*\*?|\s*\*\/$/g, '')
    .replace(/^[ \t]*(\/\/|\*)[ \t]?/gm, '')
    .trim()
    .split(/\n(?=@)|\n\s*\n/);

function withMarks(paragraphs: string[], indent: string, isLine: boolean): string {
  const mark = indent + (isLine ? '// ' : ' * ');
  const lines = paragraphs.flatMap((each, at) => {
    const wrapped = wrap(each.split(/\s+/), mark).map((line) => mark + line.slice(mark.length));
    const isApart = at > 0 && !(each.startsWith('@') && paragraphs[at - 1]?.startsWith('@'));
    return isApart ? [mark.trimEnd(), ...wrapped] : wrapped;
  });
  if (isLine) return lines.join('\n').trimStart();
  const [only = ''] = paragraphs;
  const isShort = paragraphs.length === 1 && lines.length === 1;
  return isShort ? `/** ${only.replace(/\s+/g, ' ')} */` : `/**\n${lines.join('\n')}\n${indent} */`;
}

/** Comments without the sentences that name a feature. */
export function reduceComments({ text, comments }: Syntax, prose: RegExp): Range[] {
  return groupComments(text, comments).flatMap(({ start, end }) => {
    const paragraphs = paragraphsOf(text.slice(start, end));
    if (!paragraphs.some((each) => prose.test(each.replace(/\s+/g, ' ')))) return [];
    const kept = paragraphs.map((each) => withoutSentences(each, prose)).filter(Boolean);
    const indent = /[ \t]*$/.exec(text.slice(0, start))?.[0] ?? '';
    if (kept.length > 0) {
      const isLine = text.startsWith('//', start);
      return [{ start, end, text: withMarks(kept, indent, isLine) }];
    }
    const isOwnLine = /(^|\n)[ \t]*$/.test(text.slice(0, start)) && text[end] === '\n';
    return isOwnLine ? [{ start: start - indent.length, end: end + 1 }] : [{ start, end }];
  });
}

const isSql = (raw: string) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH|, "\w+" AS)\s/.test(raw);

/** SQL without the columns of lists that name a feature. */
const reduceSql = (raw: string, names: RegExp) =>
  raw
    .replaceAll(/,\s*(?:[^\s,()]+\.)?"(\w+)"(?=\s*(?:,|\n|\)|FROM\b))/g, (item, name) =>
      names.test(name) ? '' : item,
    )
    .replaceAll(/(?<=(?:SELECT|RETURNING|\()\s*)(?:\w+\.)?"(\w+)",\s*/g, (item, name) =>
      names.test(name) ? '' : item,
    );

/** A document that lost all fields of a selection goes with its row. */
const hasEmptySelection = /(^|[\w)])\s*\{\s*\}/;

function reduceText(raw: string, prose: RegExp, names: RegExp): string {
  if (isSql(raw)) return reduceSql(raw, names);
  if (raw.includes('\n')) {
    if (isDocument(raw)) {
      const { text } = reduceDocument('', raw, names);
      return hasEmptySelection.test(text) ? raw : text;
    }
    return /[a-z][.:]$/m.test(raw) ? reduceMarkdown('', raw, prose).text : raw;
  }
  // Fields of a GraphQL document are no sentences.
  if (/(?<!\$)\{|\(\w+:/.test(raw)) return raw;
  return withoutSentences(raw, prose) || raw;
}

/** Texts of several sentences, if only some name a feature, and GraphQL documents. */
export function reduceTexts({ text, nodes }: Syntax, prose: RegExp, names: RegExp): Range[] {
  const isText = ({ type, parent, value }: Node) =>
    parent?.type !== 'TaggedTemplateExpression' &&
    (type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string'));
  return nodes.filter(isText).flatMap((node) => {
    const [start, end] = [node.start + 1, node.end - 1];
    const raw = text.slice(start, end);
    // An expression is no text.
    const parts = (node.quasis ?? []) as { value: { raw: string } }[];
    const texts = parts.length > 0 ? parts.map(({ value }) => value.raw) : [raw];
    if (!texts.some((each) => prose.test(each))) return [];
    const kept = reduceText(raw, prose, names);
    if (kept === raw || kept.trim() === '') return [];
    const quote = text[node.start] ?? '';
    return [{ start: node.start, end: node.end, text: quote + kept + quote }];
  });
}
