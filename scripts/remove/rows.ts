/** What is a row in the syntax tree. */

import { findReferences } from '#scripts/lib/references.ts';
import {
  ancestors,
  isWithin,
  type Node,
  type Range,
  type Syntax,
  siblings,
} from '#scripts/lib/syntax.ts';
import { lastArgument } from './folding.ts';

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
  'TSIntersectionType.types',
  'TSTypeLiteral.members',
  'TSUnionType.types',
  'VariableDeclaration.declarations',
]);

const isLastParameter = (node: Node) =>
  node.place === 'params' &&
  node.parent?.type !== 'TSTypeParameterInstantiation' &&
  siblings(node).length > 1 &&
  siblings(node).at(-1) === node;

const isListed = (node: Node) =>
  lists.has(`${node.parent?.type}.${node.place}`) || isLastParameter(node);

const needsElement =
  /^(ImportDeclaration|ExportNamedDeclaration|VariableDeclaration|TSUnionType|TSIntersectionType)$/;

const isBlank = ({ type, value }: Node) => type === 'JSXText' && String(value).trim() === '';

/** Whether a property says which object of a list it is, such as a route or a test's case: the first, a name or a path. */
const isIdentity = (owner: Node, property: Node) =>
  owner.type === 'ObjectExpression' &&
  owner.parent?.type === 'ArrayExpression' &&
  (siblings(property)[0] === property ||
    /^(name|path)$/.test(String((property.key as Node | undefined)?.name)));

/** Whether the owner of a list goes with its only element, or with what names it. */
function isUselessWithout(owner: Node, element: Node): boolean {
  if (isIdentity(owner, element)) return true;
  if (siblings(element).filter((each) => !isBlank(each)).length !== 1) return false;
  if (owner.type === 'JSXElement') return true;
  const isDestructured =
    owner.type === 'ObjectPattern' && owner.parent?.type === 'VariableDeclarator';
  return isDestructured || needsElement.test(owner.type);
}

/** Whether an expression fills a line of a template, such as a generated statement. */
function fillsLine({ parent, place, start }: Node): boolean {
  if (parent?.type !== 'TemplateLiteral' || place !== 'expressions') return false;
  const quasis = parent.quasis as (Node & { value: { raw: string } })[];
  const next = quasis.findIndex((quasi) => quasi.start > start);
  const [before, after] = [quasis[next - 1]?.value.raw, quasis[next]?.value.raw];
  return /(^|\n)[ \t]*$/.test(before ?? '-') && /^[ \t]*\n/.test(after ?? '-');
}

/** Whether a function is passed to a call that is awaited: what the call does besides would go with the row around it. */
const isStepOfCall = ({ type, place, parent }: Node) =>
  /^(Arrow)?Function/.test(type) &&
  place === 'arguments' &&
  parent?.place === 'argument' &&
  parent.parent?.type === 'AwaitExpression';

/** Whether an element shows either this or something else, which would go with the row around both. */
const isShownOrElse = ({ place, parent }: Node) =>
  /^(consequent|alternate)$/.test(place ?? '') &&
  parent?.type === 'ConditionalExpression' &&
  parent.parent?.type === 'JSXExpressionContainer' &&
  parent.parent.place === 'children';

/** The smallest row around a node, or undefined if it decides about more than itself. */
function rowOf(node: Node): Node | undefined {
  for (const each of [node, ...ancestors(node)]) {
    if (isStepOfCall(each)) return undefined;
    if (fillsLine(each)) return each;
    if (each.type === 'ReturnStatement' || each.type === 'Program') return undefined;
    if (each.type === 'IfStatement' && each.alternate) return undefined;
    if (isShownOrElse(each)) return undefined;
    if (!isListed(each)) continue;
    const { parent } = each;
    if (parent && isUselessWithout(parent, each)) continue;
    // A row of a table, such as the cases of `it.each`.
    if (parent?.type === 'ArrayExpression' && isTableRow(parent)) return parent;
    return each;
  }
  return undefined;
}

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

const testFunction = /^(it|test|describe|(before|after)(Each|All))$/;

/** Name of the function that a statement calls with a test, a group of tests, or what runs before or after them. */
function testFunctionOf({ type, expression }: Node): string | undefined {
  if (type !== 'ExpressionStatement') return undefined;
  const { arguments: given } = expression as { arguments?: Node[] };
  if (!given?.some((each) => /Function/.test(each.type))) return undefined;
  let callee = expression as Node | undefined;
  while (callee && callee.type !== 'Identifier') {
    callee = (callee.callee ?? callee.object ?? callee.tag) as Node | undefined;
  }
  const name = String(callee?.name);
  return testFunction.test(name) ? name : undefined;
}

const isTestCase = (node: Node) => /^(it|test)$/.test(testFunctionOf(node) ?? '');

/** Groups that lost all their tests. */
export function findEmptiedGroups({ nodes }: Syntax, isGone: (node: Node) => boolean): Node[] {
  const tests = nodes.filter(isTestCase);
  return nodes.filter((node) => {
    if (testFunctionOf(node) !== 'describe' || isGone(node)) return false;
    const own = tests.filter((test) => isWithin(test, node));
    return own.length > 0 && own.every(isGone);
  });
}

/** Whether a statement is directly in a group of tests. */
function isInGroup({ parent: block }: Node): boolean {
  const call = block?.parent?.parent?.parent;
  return call !== undefined && testFunctionOf(call) === 'describe';
}

/** The row around a node. In a test, a statement is no row, but the test or function that it is in. */
export function rowIn(path: string, node: Node): Node | undefined {
  const row = rowOf(node);
  if (!isTest(path) || !row || row.parent?.type !== 'BlockStatement') return row;
  if (testFunctionOf(row) || isInGroup(row)) return row;
  const owner = ancestors(row).find(
    ({ type, parent, place }) =>
      type === 'FunctionDeclaration' ||
      parent?.type === 'VariableDeclarator' ||
      (place === 'expression' && parent?.place === 'body'),
  );
  return owner ? rowOf(owner) : row;
}

const isTableRow = (array: Node) => array.parent?.type === 'ArrayExpression';

const whole =
  /^(ObjectExpression|TSTypeLiteral) in (Property|ArrayExpression|TSIntersectionType|TSTypeAliasDeclaration)|ObjectPattern in VariableDeclarator|ArrayExpression in SpreadElement|ImportDeclaration in Program|BlockStatement in (If|ForOf)Statement$/;

/** The table of `it.each`. */
const isOfTests = ({ parent }: Node) =>
  (parent?.callee as { property?: Node } | undefined)?.property?.name === 'each';

/** Objects, lists and types that lost all their elements, whose row is then useless. */
export const findEmptied = ({ nodes }: Syntax, isGone: (node: Node) => boolean): Node[] =>
  nodes.filter((node) => {
    const isWhole = whole.test(`${node.type} in ${node.parent?.type}`) || isOfTests(node);
    if (!isWhole || isGone(node)) return false;
    const properties = Object.values(node).find((each) => Array.isArray(each) && each.length > 0);
    return properties !== undefined && (properties as Node[]).every(isGone);
  });

/** What reads a property by its name, from constants that lost all of them. */
export function findEmptiedLookups(syntax: Syntax, isGone: (node: Node) => boolean): Node[] {
  return syntax.nodes.flatMap((node) => {
    const all = (node.type === 'ObjectExpression' ? node.properties : []) as Node[];
    const isEmptied = all.length > 0 && all.every(isGone) && !isGone(node);
    const { parent } = node;
    if (!isEmptied || parent?.type !== 'VariableDeclarator') return [];
    return findReferences(syntax, parent).flatMap(({ place, parent: owner }) =>
      place === 'object' && owner?.computed ? owner : [],
    );
  });
}

/** Last arguments that lost all their properties. */
export const findEmptiedArguments = ({ nodes }: Syntax, isGone: (node: Node) => boolean): Range[] =>
  nodes.flatMap((node) => {
    const all = node.type === 'ObjectExpression' ? (node.properties as Node[]) : [];
    if (all.length === 0 || !all.every(isGone) || isGone(node)) return [];
    return lastArgument(node) ?? [];
  });

const writes = /^(add|create|delete|end|insert|post|remove|update|upsert)/;

/**
 * What comes before a call that writes or may throw, if a declaration of its result is no longer used: the call stays.
 * Undefined for other declarations.
 */
export function findUnusedResult(path: string, row: Node): Range | undefined {
  const [declarator, ...others] = (row.declarations ?? []) as Node[];
  const value = declarator?.init as Node | undefined;
  if (isTest(path) || others.length > 0 || !value) return undefined;
  const isAwaited = value.type === 'AwaitExpression';
  const call = isAwaited ? (value.argument as Node) : value;
  const callee = (call.callee ?? {}) as Node;
  const { name = '' } = (callee.property ?? callee) as { name?: string };
  const stays = (isAwaited && writes.test(name)) || name.startsWith('require');
  return stays ? { start: row.start, end: value.start } : undefined;
}

/** Parameters that lost all their properties, or all but the rest. */
export const findEmptiedParameters = (
  { nodes }: Syntax,
  isGone: (node: Node) => boolean,
): Range[] =>
  nodes.flatMap((pattern) => {
    if (pattern.type !== 'ObjectPattern' || pattern.place !== 'params' || isGone(pattern))
      return [];
    const all = pattern.properties as Node[];
    const kept = all.filter((each) => !isGone(each));
    const [rest] = kept;
    if (kept.length === all.length || kept.some(({ type }) => type !== 'RestElement')) return [];
    const name = (rest?.argument as { name: string } | undefined)?.name ?? '_';
    const { start, typeAnnotation } = pattern;
    return { start, end: (typeAnnotation as Node | undefined)?.start ?? pattern.end, text: name };
  });
