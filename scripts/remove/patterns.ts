/** Alternatives of regular expressions: each is a row. */
import type { Range } from './feature.ts';
import type { Syntax } from './syntax.ts';

/** Splits a pattern at the `|` that are in no group or class. */
function alternativesOf(pattern: string): string[] {
  const found = [''];
  let depth = 0;
  for (const [token] of pattern.matchAll(/\\.|\[(?:\\.|[^\]])*\]|./gs)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === '|' && depth === 0) found.push('');
    else found[found.length - 1] += token;
  }
  return found;
}

/** A pattern that is one group, between anchors or what must be around it. */
const grouped = /^(\^|\\b|)(\((?:\?:)?)((?:\\.|[^\\()]|\([^()]*\))*)(\))(\$|\\b|)$/s;

/** A pattern without the alternatives that name a feature. Unchanged if none would be left. */
function reducePattern(pattern: string, names: RegExp): string {
  const [, start, open, inner, close, end] = grouped.exec(pattern) ?? [];
  if (inner !== undefined) {
    return [start, open, reducePattern(inner, names), close, end].join('');
  }
  const kept = alternativesOf(pattern).filter((each) => !names.test(each));
  return kept.length > 0 ? kept.join('|') : pattern;
}

export function reducePatterns({ nodes }: Syntax, names: RegExp): Range[] {
  return nodes.flatMap(({ start, end, regex }) => {
    const { pattern = '', flags = '' } = (regex ?? {}) as { pattern?: string; flags?: string };
    const kept = names.test(pattern) ? reducePattern(pattern, names) : pattern;
    return kept === pattern ? [] : [{ start, end, text: `/${kept}/${flags}` }];
  });
}
