import { type ArgumentNode, type ASTNode, Kind, parse, type SelectionNode, visit } from 'graphql';
import type { Range } from '#scripts/lib/syntax.ts';
import { lineOf, type Reduced, rowAt, without } from './feature.ts';
import { withoutSentences } from './prose-rows.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const isEmptyList = (value: Json | undefined) => Array.isArray(value) && value.length === 0;

/**
 * Removes the properties and list elements of a JSON file that name a feature, lists that become empty, and sentences of
 * longer texts. In package.json, a command names what it runs.
 */
export function reduceJson(
  path: string,
  text: string,
  names: RegExp,
  prose: RegExp = /(?!)/,
): Reduced {
  const rows: Reduced['rows'] = [];
  const isCommand = (value: Json): value is string =>
    path === 'package.json' && typeof value === 'string' && value.startsWith('exec ');
  const remove = (named: string) => {
    if (!names.test(named)) return false;
    const line = lineOf(text, Math.max(0, text.indexOf(JSON.stringify(named))));
    rows.push({ path, line, text: JSON.stringify(named) });
    return true;
  };
  const reduceValue = (value: string) => {
    const kept = withoutSentences(value, prose);
    if (kept === '' || kept === value) return value;
    rows.push({ path, line: lineOf(text, text.indexOf(JSON.stringify(value))), text: value });
    return kept;
  };
  const reduce = (value: Json): Json => {
    if (Array.isArray(value)) {
      return value.filter((each) => typeof each !== 'string' || !remove(each)).map(reduce);
    }
    if (typeof value === 'string') return reduceValue(value);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, each]) => !remove(key) && !(isCommand(each) && remove(each)))
        .map(([key, each]): [string, Json] => [key, reduce(each)])
        .filter(([key, each]) => !isEmptyList(each) || isEmptyList(value[key])),
    );
  };
  const reduced = reduce(JSON.parse(text) as Json);
  if (rows.length === 0) return { text, rows, problems: [] };
  return { text: `${JSON.stringify(reduced, null, 2)}\n`, rows, problems: [] };
}

/** Whether a text is a GraphQL document. */
export function isDocument(text: string): boolean {
  try {
    return parse(text).definitions.length > 0;
  } catch {
    return false;
  }
}

/** Removes the fields, arguments, fragments and variables of a GraphQL document that name a feature. */
export function reduceDocument(path: string, text: string, names: RegExp): Reduced {
  const ranges: Range[] = [];
  const removeIf = (name: string, { loc }: ASTNode) => {
    if (!loc || !names.test(name)) return undefined;
    return remove(loc);
  };
  const remove = (loc: Range) => {
    const before = /(?<=^|\n)[ \t]*$/.exec(text.slice(0, loc.start));
    const after = /^[ \t]*,?[ \t]*\n/.exec(text.slice(loc.end));
    ranges.push(
      before && after
        ? { start: before.index, end: loc.end + after[0].length }
        : { start: loc.start, end: loc.end },
    );
    return false;
  };
  const isAbout = ({ name, value }: ArgumentNode): boolean => {
    if (names.test(name.value)) return true;
    if (value.kind === Kind.VARIABLE) return names.test(value.name.value);
    if (value.kind !== Kind.OBJECT || value.fields.length === 0) return false;
    return value.fields.every((field) => names.test(field.name.value));
  };
  const isGone = (node: SelectionNode): boolean => {
    if (node.kind !== Kind.INLINE_FRAGMENT && names.test(node.name.value)) return true;
    if (node.kind === Kind.FRAGMENT_SPREAD) return false;
    return node.selectionSet?.selections.every(isGone) ?? false;
  };
  visit(parse(text), {
    Field: (node) => {
      const all = node.arguments ?? [];
      const [last] = all.toReversed();
      if (last?.loc && node.name.loc && all.every((each) => isAbout(each))) {
        const end = text.indexOf(')', last.loc.end) + 1;
        ranges.push({ start: text.indexOf('(', node.name.loc.end), end });
      }
      return node.loc && isGone(node) ? remove(node.loc) : undefined;
    },
    Argument: (node) => (node.loc && isAbout(node) ? remove(node.loc) : undefined),
    ObjectField: (node) => removeIf(node.name.value, node),
    VariableDefinition: (node) => removeIf(node.variable.name.value, node),
    FragmentSpread: (node) => removeIf(node.name.value, node),
    FragmentDefinition: (node) => removeIf(node.name.value, node),
    OperationDefinition: (node) => removeIf(node.name?.value ?? '', node),
  });
  return without(path, text, ranges);
}

const comment = /(?<=^\s*\/\/\/ ).*/;

/** Without removed fields in a unique key. Indexes that list one go, as do keys that lose all their fields. */
function reduceIndex(line: string, names: RegExp): string | undefined {
  const [, kind, list = ''] = /^\s+@@(index|unique|id)\(\[([^\]]*)\]/.exec(line) ?? [];
  if (!kind) return line;
  const fields = list.split(/,\s*/);
  const kept = fields.filter((field) => !names.test(field));
  if (kept.length === fields.length) return line;
  if (kind === 'index' || kept.length === 0) return undefined;
  return line.replace(`[${list}]`, `[${kept.join(', ')}]`);
}

/** Removes the models, enums, their values and fields of a Prisma schema that name a feature. */
export function reducePrismaSchema(
  path: string,
  text: string,
  names: RegExp,
  prose = names,
): Reduced {
  const rows: Reduced['rows'] = [];
  const kept: string[] = [];
  let removing = false;
  const dropComments = () => {
    while (/^\s*\/\/\//.test(kept.at(-1) ?? '')) kept.pop();
  };
  for (const [index, original] of text.split('\n').entries()) {
    const described = original.replace(comment, (each) => withoutSentences(each, prose) || each);
    const line = reduceIndex(described, names);
    if (line === undefined) continue;
    const [, block] = /^(?:model|enum)\s+(\w+)/.exec(line) ?? [];
    const [, field = '', type = ''] = /^\s+(\w+)(?:\s+(\w+)|\s*$)/.exec(line) ?? [];
    const isNamed = block ? names.test(block) : names.test(field) || names.test(type);
    if (isNamed && !removing) {
      rows.push({ path, line: index + 1, text: line.trim() });
      dropComments();
    }
    if (block && isNamed) removing = true;
    if (!removing && !isNamed) kept.push(line);
    if (line.startsWith('}')) removing = false;
  }
  return { text: kept.join('\n'), rows, problems: [] };
}

/** Removes the rules of a style sheet whose selector names a feature. */
export function reduceStyles(path: string, text: string, names: RegExp): Reduced {
  const rules = [
    ...text.matchAll(/(?<=^|\n)[ \t]*([^\s{}@][^{}]*)\{[^{}]*\}\n*/g),
    ...text.matchAll(/(?<=^|\n)@(?:source|utility) ([^;{]*)(?:;|\{[\s\S]*?\n\})\n+/g),
  ];
  const ranges = rules
    .filter(([, selector = '']) => names.test(selector))
    .map(({ index, 0: rule }) => ({ start: index, end: index + rule.length }));
  return without(path, text, ranges);
}

const hunk = /^@@ -(\d+)\S* \+(\d+)\S* @@(.*)\n((?:(?!--- |@@ ).*\n)*)/gm;

/** Removes the lines of a patch that name a feature, and the hunks that name it after their line numbers. */
export function reducePatch(path: string, text: string, names: RegExp): Reduced {
  const rows: Reduced['rows'] = [];
  const reduced = text.replace(hunk, (whole, from, to, about, body: string, at: number) => {
    const lines = body.split('\n').slice(0, -1);
    const kept = names.test(about) ? [] : lines.filter((line) => !names.test(line));
    if (kept.length === lines.length) return whole;
    rows.push(rowAt(path, text, { start: at, end: at + whole.length }));
    if (!kept.some((line) => /^[+-]/.test(line))) return '';
    const count = (sign: string) => kept.filter((line) => !line.startsWith(sign)).length;
    return [`@@ -${from},${count('+')} +${to},${count('-')} @@${about}`, ...kept, ''].join('\n');
  });
  return { text: reduced.replace(/^--- .*\n.*\n(?!@@)/gm, ''), rows, problems: [] };
}

/** Removes the lines of a YAML or configuration file that name a feature, with what is indented below them and the comments above. */
export function reduceYaml(path: string, text: string, prose: RegExp): Reduced {
  const rows: Reduced['rows'] = [];
  const kept: string[] = [];
  let removedIndent = Number.POSITIVE_INFINITY;
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.search(/\S/);
    if (indent > removedIndent) continue;
    removedIndent = Number.POSITIVE_INFINITY;
    if (!prose.test(line)) {
      kept.push(line);
      continue;
    }
    rows.push({ path, line: index + 1, text: line.trim() });
    if (line.trim().startsWith('#')) continue;
    removedIndent = indent;
    while (/^\s*#/.test(kept.at(-1) ?? '')) kept.pop();
  }
  return { text: kept.join('\n'), rows, problems: [] };
}
