import { dirname, join } from 'node:path';
import { boundBy, findOrphans, findReferences } from '#scripts/lib/references.ts';
import {
  isWithin,
  type Node,
  parseSyntax,
  type Range,
  type Syntax,
  specifierOf,
} from '#scripts/lib/syntax.ts';
import { cut, type Reduced, rowAt } from './feature.ts';
import { type Folded, fold, isOneOfConditions, unwrapCalls, type Value } from './folding.ts';
import { rangeOf } from './ranges.ts';
import {
  findEmptied,
  findEmptiedArguments,
  findEmptiedGroups,
  findEmptiedLookups,
  findEmptiedParameters,
  findUnusedResult,
  rowIn,
} from './rows.ts';
import { reduceComments, reduceTexts } from './sentences.ts';

/** What a removal takes away from the point of view of other files. */
export type Removal = {
  isDeleted(path: string): boolean;
  names: RegExp;
  absent?: RegExp | undefined;
  unchanged?: RegExp | undefined;
  prose?: RegExp;
  /** Names that remaining files no longer export, by path. Grows while files are reduced. */
  exports: Map<string, Set<string>>;
};

const textOf = (node: Node): string | undefined => {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name);
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.regex) return (node.regex as { pattern: string }).pattern;
  if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw;
  return undefined;
};

const targetOf = (path: string, specifier: string) =>
  specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier);

/** Nodes that name the feature, and imports of what is removed. */
function findUses(path: string, { nodes }: Syntax, removal: Removal): Node[] {
  return nodes.filter((node) => {
    const specifier = specifierOf(node);
    if (specifier && removal.isDeleted(targetOf(path, specifier))) return true;
    if (node.type === 'ImportSpecifier') {
      const from = node.parent && specifierOf(node.parent);
      const { name } = node.imported as { name: string };
      if (from && removal.exports.get(targetOf(path, from))?.has(name)) return true;
    }
    if (node.place === 'source') return false;
    const named = textOf(node) ?? '';
    return removal.names.test(named) || removal.absent?.test(named);
  });
}

/** A literal in a comparison, which is never equal without the feature. */
const isCompared = ({ type, parent }: Node) =>
  type === 'Literal' && parent?.type === 'BinaryExpression';

type Use = { node: Node; value?: Value | undefined; isOrphan?: boolean };

const isPattern = ({ parent }: Node) => parent?.type === 'ObjectPattern';

/** What the names that a row binds are without the feature. */
function valueOfBound(row: Node, node: Node, value: Value | undefined): Value | undefined {
  const isBinding = isPattern(row) || row.type === 'ImportSpecifier';
  return isBinding || node.parent?.type === 'VariableDeclarator' ? value : undefined;
}

/** Rows that name the feature, what they leave without a use, and conditions on it. */
function findRows(path: string, syntax: Syntax, removal: Removal) {
  const rows: Node[] = [];
  const { prose = /(?!)/, names, unchanged = /(?!)/ } = removal;
  const cuts: Range[] = [
    ...reduceTexts(syntax, prose, names),
    ...unwrapCalls(syntax.nodes, unchanged),
  ];
  const problems: Node[] = [];
  const queue: Use[] = findUses(path, syntax, removal).map((node) => ({
    node,
    value: isCompared(node) || removal.absent?.test(textOf(node) ?? '') ? 'absent' : undefined,
  }));
  // Conditions first: what depends on one may stay.
  const next = () => {
    const at = queue.findIndex(({ value }) => value);
    return at > 0 ? queue.splice(at, 1)[0] : queue.shift();
  };
  const found = new Set<Node>();
  const isNew = (node: Node) => !found.has(node) && found.add(node).has(node);
  const isGone = (node: Node) => [...rows, ...cuts].some((range) => isWithin(node, range));
  while (queue.length > 0) {
    for (let use = next(); use; use = next()) {
      if (isGone(use.node)) continue;
      const value = use.value ?? (isOneOfConditions(use.node) ? 'absent' : undefined);
      const folded: Folded = value ? fold(use.node, value) : { kind: 'row', node: use.node, value };
      if (folded.kind !== 'row') {
        cuts.push(...folded.cuts);
        continue;
      }
      const row = rowIn(path, folded.node);
      if (!row) {
        problems.push(use.node);
        continue;
      }
      const unusedResult = use.isOrphan && findUnusedResult(path, row);
      if (unusedResult) {
        cuts.push(unusedResult);
        continue;
      }
      const bound = valueOfBound(row, folded.node, folded.value);
      queue.push(...findReferences(syntax, row).map((node) => ({ node, value: bound })));
      rows.push(row);
    }
    if (rows.length + cuts.length === 0) break;
    cuts.push(...findEmptiedParameters(syntax, isGone), ...findEmptiedArguments(syntax, isGone));
    queue.push(...findEmptied(syntax, isGone).map((node) => ({ node })));
    queue.push(...findEmptiedGroups(syntax, isGone).map((node) => ({ node })));
    const lookups = findEmptiedLookups(syntax, isGone).filter(isNew);
    queue.push(...lookups.map((node) => ({ node, value: 'absent' as const })));
    // A call with side effects stays, even if its result is no longer used.
    const orphans = findOrphans(syntax, [...rows, ...cuts]).filter(isNew);
    queue.push(...orphans.map((node) => ({ node, isOrphan: true })));
  }
  return { rows, cuts, problems: problems.filter((node) => !isGone(node)) };
}

/**
 * Removes the rows of a feature from the code of a remaining file. Adds what the file no longer exports to
 * `removal.exports`.
 */
export function reduceCode(path: string, text: string, removal: Removal): Reduced {
  const syntax = parseSyntax(path, text);
  const { rows, cuts, problems } = findRows(path, syntax, removal);
  for (const row of rows.filter(({ type }) => type === 'ExportNamedDeclaration')) {
    const exported = removal.exports.get(path) ?? new Set();
    for (const { identifiers } of boundBy(syntax, row)) exported.add(String(identifiers[0]?.name));
    removal.exports.set(path, exported);
  }
  const { prose } = removal;
  const comments = prose ? reduceComments(syntax, prose) : [];
  const outermost = [...new Set(rows)].filter(
    (row) => !rows.some((other) => other !== row && isWithin(row, other)),
  );
  const describe = (range: Range) => rowAt(path, text, range);
  return {
    text: cut(text, [...outermost.map((row) => rangeOf(text, syntax, row)), ...cuts, ...comments]),
    rows: [...outermost, ...cuts, ...comments].map(describe),
    problems: problems.map(describe),
  };
}
