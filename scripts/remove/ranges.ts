import type { Node, Range, Syntax } from '#scripts/lib/syntax.ts';

const withCommas = /^(Array|Object|ImportDecl|ExportNamed|VariableDecl|TSEnum|TSType|TSInterface)/;

/** The row with its separator, the comments above it, and its lines if nothing else is on them. */
export function rangeOf(text: string, { comments }: Syntax, row: Node): Range {
  let { start, end } = row;
  const owner = row.parent?.type ?? '';
  if (owner === 'TemplateLiteral') {
    start -= /\$\{\s*$/.exec(text.slice(0, start))?.[0].length ?? 0;
    end += /^\s*\}/.exec(text.slice(end))?.[0].length ?? 0;
  }
  const isParameter = row.place === 'params';
  const following = isParameter || withCommas.test(owner) ? /^\s*,/.exec(text.slice(end)) : null;
  if (following) end += following[0].length;
  // A last element leaves the separator before it, which only some lists may end with.
  else if (isParameter || owner === 'VariableDeclaration') {
    start -= /,?\s*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  } else if (/^TS(Union|Intersection)Type$/.test(owner)) {
    const before = /[|&]\s*$/.exec(text.slice(0, start));
    if (before) start -= before[0].length;
    else end += /^\s*[|&]\s*/.exec(text.slice(end))?.[0].length ?? 0;
  }
  for (const comment of comments.toReversed()) {
    const isAbove =
      comment.end <= start && /^[ \t]*\n?[ \t]*$/.test(text.slice(comment.end, start));
    const ownLine = /(^|\n)[ \t]*$/.test(text.slice(0, comment.start));
    // A comment above the first import is about the file.
    const isOfFile = comment.start === 0 && row.type === 'ImportDeclaration';
    if (isAbove && ownLine && !isOfFile) start = comment.start;
  }
  const before = /(?<=^|\n)[ \t]*$/.exec(text.slice(0, start));
  const after = /^[ \t]*\n/.exec(text.slice(end));
  if (before && after) return { start: before.index, end: end + after[0].length };
  return { start, end };
}
