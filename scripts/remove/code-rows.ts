import { dirname, join } from 'node:path';
import { cut, lineOf, type Range, type Reduced, summaryOf } from './feature.ts';
import { findOrphans, findReferences } from './references.ts';
import {
  ancestors,
  boundNames,
  isWithin,
  type Node,
  parseSyntax,
  type Syntax,
  siblings,
  specifierOf,
} from './syntax.ts';

/** What a removal takes away from the point of view of other files. */
export type Removal = {
  isDeleted(path: string): boolean;
  names: RegExp;
  /** Names that remaining files no longer export, by path. Grows while files are reduced. */
  exports: Map<string, Set<string>>;
};

/** Lists whose elements are rows. */
const lists = new Set([
  'ArrayExpression.elements',
  'ArrowFunctionExpression.params',
  'BlockStatement.body',
  'ClassBody.body',
  'ExportNamedDeclaration.specifiers',
  'ImportDeclaration.specifiers',
  'JSXElement.children',
  'JSXFragment.children',
  'JSXOpeningElement.attributes',
  'ObjectExpression.properties',
  'ObjectPattern.properties',
  'Program.body',
  'SwitchCase.consequent',
  'SwitchStatement.cases',
  'TSEnumBody.members',
  'TSInterfaceBody.body',
  'TSTypeLiteral.members',
  'TSUnionType.types',
  'VariableDeclaration.declarations',
]);

const isListed = ({ parent, key }: Node) => lists.has(`${parent?.type}.${key}`);

const needsElement = /^(ImportDeclaration|ExportNamedDeclaration|VariableDeclaration|TSUnionType)$/;

const isBlank = ({ type, value }: Node) => type === 'JSXText' && String(value).trim() === '';

/** Whether a property names the object in a list, such as a page or a test's case. */
const isIdentity = (owner: Node, { keyNode }: Node) =>
  owner.type === 'ObjectExpression' &&
  owner.parent?.type === 'ArrayExpression' &&
  /^(name|path)$/.test(String((keyNode as Node | undefined)?.name));

/** Whether the owner of a list goes with its only element, or with what names it. */
function isUselessWithout(owner: Node, element: Node): boolean {
  if (isIdentity(owner, element)) return true;
  if (siblings(element).filter((each) => !isBlank(each)).length !== 1) return false;
  if (owner.type === 'JSXElement') return true;
  const isDestructured =
    owner.type === 'ObjectPattern' && owner.parent?.type === 'VariableDeclarator';
  return isDestructured || needsElement.test(owner.type);
}

/** The smallest row around a node, or undefined if it decides about more than itself. */
function rowOf(node: Node): Node | undefined {
  for (const each of [node, ...ancestors(node)]) {
    if (each.type === 'ReturnStatement' || each.type === 'Program') return undefined;
    if (each.type === 'IfStatement' && each.alternate) return undefined;
    if (!isListed(each)) continue;
    const { parent } = each;
    if (parent && isUselessWithout(parent, each)) continue;
    // A row of a table, such as the cases of `it.each`.
    if (parent?.type === 'ArrayExpression' && isTableRow(parent)) return parent;
    return each;
  }
  return undefined;
}

const isTableRow = (array: Node) => array.parent?.type === 'ArrayExpression';

const textOf = (node: Node): string | undefined => {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name);
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type === 'TemplateElement') return (node.value as { raw: string }).raw;
  return undefined;
};

const targetOf = (path: string, specifier: string) =>
  specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier);

/** Nodes that name the feature, and imports of what is removed. */
function findUses(path: string, { nodes }: Syntax, removal: Removal): Node[] {
  return nodes.filter((node) => {
    if (ancestors(node).some(({ key, parent }) => key === 'source' && parent)) return false;
    const specifier = specifierOf(node);
    if (specifier && removal.isDeleted(targetOf(path, specifier))) return true;
    if (node.type === 'ImportSpecifier' || node.type === 'ExportSpecifier') {
      const from = node.parent && specifierOf(node.parent);
      const { name } = (node.imported ?? node.local) as { name: string };
      if (from && removal.exports.get(targetOf(path, from))?.has(name)) return true;
    }
    if (node.key === 'source') return false;
    return removal.names.test(textOf(node) ?? '');
  });
}

const withCommas = /^(Array|Object|ImportDecl|ExportNamed|VariableDecl|TSEnum|TSType|TSInterface)/;

/** The row with its separator, the comments above it, and its lines if nothing else is on them. */
function rangeOf(text: string, { comments }: Syntax, row: Node): Range {
  let { start, end } = row;
  const owner = row.parent?.type ?? '';
  const following = withCommas.test(owner) ? /^\s*,/.exec(text.slice(end)) : null;
  if (following) end += following[0].length;
  // A last element leaves the separator before it, which only some lists may end with.
  else if (owner === 'VariableDeclaration') {
    start -= /,?\s*$/.exec(text.slice(0, start))?.[0].length ?? 0;
  } else if (owner === 'TSUnionType') {
    const before = /\|\s*$/.exec(text.slice(0, start));
    if (before) start -= before[0].length;
    else end += /^\s*\|\s*/.exec(text.slice(end))?.[0].length ?? 0;
  }
  for (const comment of comments.toReversed()) {
    const isAbove =
      comment.end <= start && /^[ \t]*\n?[ \t]*$/.test(text.slice(comment.end, start));
    const ownLine = /(^|\n)[ \t]*$/.test(text.slice(0, comment.start));
    if (isAbove && ownLine) start = comment.start;
  }
  const trailing = /^[ \t]*\/\/[^\n]*/.exec(text.slice(end));
  if (trailing) end += trailing[0].length;
  const before = /(?<=^|\n)[ \t]*$/.exec(text.slice(0, start));
  const after = /^[ \t]*\n/.exec(text.slice(end));
  if (before && after) return { start: before.index, end: end + after[0].length };
  return { start, end };
}

/** Rows that name the feature, and what they leave without a use. */
function findRows(path: string, syntax: Syntax, removal: Removal) {
  const rows: Node[] = [];
  const problems: Node[] = [];
  const queue = findUses(path, syntax, removal);
  while (queue.length > 0) {
    for (let use = queue.shift(); use; use = queue.shift()) {
      const node = use;
      if (rows.some((row) => isWithin(node, row))) continue;
      const row = rowOf(node);
      if (row) queue.push(...findReferences(syntax, row));
      if (row) rows.push(row);
      else problems.push(node);
    }
    if (rows.length > 0) queue.push(...findOrphans(syntax, rows));
  }
  return { rows, problems: problems.filter((node) => !rows.some((row) => isWithin(node, row))) };
}

/** Import declarations that lost all their names. */
const emptyImports = (rows: Node[]) =>
  rows.flatMap((row) => {
    const { parent } = row;
    if (parent?.type !== 'ImportDeclaration') return [];
    const all = siblings(row);
    return all.every((each) => rows.includes(each)) ? [parent] : [];
  });

/**
 * Removes the rows of a feature from the code of a remaining file. Adds what the file no longer exports to
 * `removal.exports`.
 */
export function reduceCode(path: string, text: string, removal: Removal): Reduced {
  const syntax = parseSyntax(path, text);
  const { rows, problems } = findRows(path, syntax, removal);
  for (const row of rows.filter(({ type }) => type === 'ExportNamedDeclaration')) {
    const exported = removal.exports.get(path) ?? new Set();
    for (const name of boundNames(row)) exported.add(name);
    removal.exports.set(path, exported);
  }
  const all = [...new Set([...rows, ...emptyImports(rows)])];
  const outermost = all.filter(
    (row) => !all.some((other) => other !== row && isWithin(row, other)),
  );
  const describe = ({ start, end }: Range) => ({
    path,
    line: lineOf(text, start),
    text: summaryOf(text.slice(start, end)),
  });
  return {
    text: cut(
      text,
      outermost.map((row) => rangeOf(text, syntax, row)),
    ),
    rows: outermost.map(describe),
    problems: problems.map(describe),
  };
}
