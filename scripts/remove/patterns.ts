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

/** A group that contains no other group, and how it begins. */
const group = /(\((?:\?(?::|<?[=!]|<\w+>))?)((?:\\.|\[(?:\\.|[^\]])*\]|[^\\()[])*)\)/gs;

const withoutNamed = (pattern: string, names: RegExp) => {
  const kept = alternativesOf(pattern).filter((each) => !names.test(each));
  return kept.length > 0 ? kept.join('|') : pattern;
};

/** A pattern without the alternatives that name a feature, in groups first. Unchanged if none would be left. */
function reducePattern(pattern: string, names: RegExp): string {
  const reduced = pattern.replaceAll(
    group,
    (_, open, inner) => `${open}${withoutNamed(inner, names)})`,
  );
  return withoutNamed(reduced, names);
}

export function reducePatterns({ nodes }: Syntax, names: RegExp): Range[] {
  return nodes.flatMap(({ start, end, regex }) => {
    const { pattern = '', flags = '' } = (regex ?? {}) as { pattern?: string; flags?: string };
    const kept = names.test(pattern) ? reducePattern(pattern, names) : pattern;
    return kept === pattern ? [] : [{ start, end, text: `/${kept}/${flags}` }];
  });
}
