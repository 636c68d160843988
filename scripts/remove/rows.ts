/** What is a row in the syntax tree. */
import type { Range } from './feature.ts';
import { ancestors, type Node, type Syntax, siblings } from './syntax.ts';

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
  node.key === 'params' && siblings(node).length > 1 && siblings(node).at(-1) === node;

const isListed = (node: Node) =>
  lists.has(`${node.parent?.type}.${node.key}`) || isLastParameter(node);

const needsElement =
  /^(ImportDeclaration|ExportNamedDeclaration|VariableDeclaration|TSUnionType|TSIntersectionType)$/;

const isBlank = ({ type, value }: Node) => type === 'JSXText' && String(value).trim() === '';

/** Whether a property says which object of a list it is, such as a route or a test's case: the first, a name or a path. */
const isIdentity = (owner: Node, property: Node) =>
  owner.type === 'ObjectExpression' &&
  owner.parent?.type === 'ArrayExpression' &&
  (siblings(property)[0] === property ||
    /^(name|path)$/.test(String((property.keyNode as Node | undefined)?.name)));

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
function fillsLine({ parent, key, start }: Node): boolean {
  if (parent?.type !== 'TemplateLiteral' || key !== 'expressions') return false;
  const quasis = parent.quasis as (Node & { value: { raw: string } })[];
  const next = quasis.findIndex((quasi) => quasi.start > start);
  const [before, after] = [quasis[next - 1]?.value.raw, quasis[next]?.value.raw];
  return /(^|\n)[ \t]*$/.test(before ?? '-') && /^[ \t]*\n/.test(after ?? '-');
}

/** The smallest row around a node, or undefined if it decides about more than itself. */
function rowOf(node: Node): Node | undefined {
  for (const each of [node, ...ancestors(node)]) {
    if (fillsLine(each)) return each;
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

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

const testFunction = /^(it|test|describe|(before|after)(Each|All))$/;

/** Whether a statement is a test, a group of tests, or what runs before or after them. */
function isTestStatement({ type, expression }: Node): boolean {
  if (type !== 'ExpressionStatement') return false;
  const { arguments: given } = expression as { arguments?: Node[] };
  if (!given?.some((each) => /Function/.test(each.type))) return false;
  let callee = expression as Node | undefined;
  while (callee && callee.type !== 'Identifier') {
    callee = (callee.callee ?? callee.object ?? callee.tag) as Node | undefined;
  }
  return testFunction.test(String(callee?.name));
}

/** The row around a node. In a test, a statement is no row, but the test or function that it is in. */
export function rowIn(path: string, node: Node): Node | undefined {
  const row = rowOf(node);
  if (!isTest(path) || !row || row.parent?.type !== 'BlockStatement') return row;
  if (isTestStatement(row)) return row;
  const owner = ancestors(row).find(
    ({ type, parent, key }) =>
      type === 'FunctionDeclaration' ||
      parent?.type === 'VariableDeclarator' ||
      (key === 'expression' && parent?.key === 'body'),
  );
  return owner ? rowOf(owner) : row;
}

const isTableRow = (array: Node) => array.parent?.type === 'ArrayExpression';

/** Objects and types that lost all their properties, whose row is then useless. */
export const findEmptied = ({ nodes }: Syntax, isGone: (node: Node) => boolean): Node[] =>
  nodes.filter((node) => {
    const { type, parent, properties, members } = node;
    const all = (type === 'ObjectExpression' ? properties : members) as Node[] | undefined;
    if (!/^(ObjectExpression|TSTypeLiteral)$/.test(type) || !all?.length || isGone(node))
      return false;
    return (
      all.every(isGone) &&
      /^(Property|ArrayExpression|TSIntersectionType)$/.test(parent?.type ?? '')
    );
  });

/** Conditions and loops that lost all their statements. */
export const findEmptiedBlocks = ({ nodes }: Syntax, isGone: (node: Node) => boolean): Node[] =>
  nodes.filter((node) => {
    const { type, alternate, consequent, body } = node;
    if (!/^(If|ForOf)Statement$/.test(type) || alternate || isGone(node)) return false;
    const block = (type === 'IfStatement' ? consequent : body) as Node;
    const statements = block.type === 'BlockStatement' ? (block.body as Node[]) : [];
    return statements.length > 0 && statements.every(isGone) && siblings(node).length > 0;
  });

const writes = /^(add|create|delete|insert|remove|update|upsert)/;

/**
 * What comes before a call that writes, if a declaration of its result is no longer used: the call stays. Undefined for
 * other declarations.
 */
export function findUnusedResult(path: string, row: Node): Range | undefined {
  const [declarator, ...others] = (row.declarations ?? []) as Node[];
  const awaited = declarator?.init as Node | undefined;
  if (isTest(path) || others.length > 0 || awaited?.type !== 'AwaitExpression') return undefined;
  const call = awaited.argument as Node;
  const callee = (call.callee ?? {}) as Node;
  const { name } = (callee.property ?? callee) as { name?: string };
  return writes.test(name ?? '') ? { start: row.start, end: awaited.start } : undefined;
}

/** Parameters that lost all their properties, but others follow. */
export const findEmptiedParameters = (
  { nodes }: Syntax,
  isGone: (node: Node) => boolean,
): Range[] =>
  nodes
    .filter(({ type, key, properties }) => {
      const all = type === 'ObjectPattern' && key === 'params' ? (properties as Node[]) : [];
      return all.length > 0 && all.every(isGone);
    })
    .filter((pattern) => !isGone(pattern))
    .map(({ start, end }) => ({ start, end, text: '_' }));
