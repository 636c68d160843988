/** Evaluates conditions on values that are absent without a feature: always null, undefined or false. */

import { type Node, type Range, siblings } from '#scripts/lib/syntax.ts';

/** What an expression is without the feature. */
export type Value = 'absent' | 'present';

/** What becomes of a use: it goes with its row, or only parts of the text are cut or replaced. */
export type Folded =
  | { kind: 'row'; node: Node; value: Value | undefined }
  | { kind: 'cuts'; cuts: Range[] };

const transparent =
  /^(ChainExpression|ParenthesizedExpression|TSNonNullExpression|TSAsExpression)$/;

/** Whether an expression has the value that is its `place`: null or undefined stays so in `await x.y()`. */
const hasSameValue = ({ type, computed }: Node, place: string) =>
  (transparent.test(type) && place === 'expression') ||
  type === 'AwaitExpression' ||
  (type === 'MemberExpression' && !computed) ||
  (type === 'CallExpression' && place === 'callee');

const isNot = ({ type, operator }: Node) => type === 'UnaryExpression' && operator === '!';
const isEquality = ({ type, operator }: Node) =>
  type === 'BinaryExpression' && /^[!=]==?$/.test(String(operator));

/** Whether a value is one of several conditions. The others stay. */
export function isOneOfConditions(node: Node): boolean {
  let { parent, place } = node;
  while (parent && (hasSameValue(parent, place) || isNot(parent) || isEquality(parent))) {
    ({ parent, place } = parent);
  }
  return parent?.type === 'LogicalExpression';
}

const opposite = (value: Value): Value => (value === 'absent' ? 'present' : 'absent');

const isNothing = (node: unknown) => {
  const { type, value, name } = node as { type: string; value?: unknown; name?: string };
  return (type === 'Literal' && value === null) || (type === 'Identifier' && name === 'undefined');
};

const isFalse = (node: unknown) => (node as { value?: unknown }).value === false;
const isTrue = (node: unknown) => (node as { value?: unknown }).value === true;

/** Keeps only `part` of `whole`. */
const keep = (whole: Range, part: Range): Range[] => [
  { start: whole.start, end: part.start },
  { start: part.end, end: whole.end },
];

/** An expression in a template with its braces. */
const insertionOf = ({ start, end }: Node): Range => ({ start: start - 2, end: end + 1 });

/** Whether a branch is as good as none: undefined, or an empty text that a name stands for. */
const isAbsent = ({ name, value }: Node, { parent }: Node) =>
  name === 'undefined' || (value === '' && parent?.type === 'VariableDeclarator');

/** A kept branch: as a plain child in JSX. */
function keepBranch(whole: Node, branch: Node): Range[] {
  const { parent } = whole;
  if (parent?.type === 'TemplateLiteral' && branch.value === '') return [insertionOf(whole)];
  const inner = branch.type === 'ParenthesizedExpression' ? (branch.expression as Node) : branch;
  if (parent?.type !== 'JSXExpressionContainer') return keep(whole, branch);
  const isPlain =
    parent.place === 'children' ? /^JSX/.test(inner.type) : typeof inner.value === 'string';
  return isPlain ? keep(parent, inner) : keep(whole, branch);
}

/** Calls of functions that return their argument: the first argument stays. */
export function unwrapCalls(nodes: readonly Node[], unchanged: RegExp): Range[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'CallExpression') return [];
    const [argument] = (node.arguments ?? []) as Node[];
    const { name } = node.callee as { name?: string };
    if (!argument || !unchanged.test(name ?? '')) return [];
    const key = node.place === 'value' ? (node.parent?.key as Node | undefined) : undefined;
    return keep(key && key.name === argument.name ? (node.parent as Node) : node, argument);
  });
}

const endsBlock = /^(Return|Throw|Continue|Break)Statement$/;

/** Statements that are not reached once `branch` always runs. */
function findUnreached(statement: Node, branch: Node): Range[] {
  const list = Array.isArray(branch.body) ? (branch.body as Node[]) : [branch];
  if (!endsBlock.test(list.at(-1)?.type ?? '')) return [];
  const following = siblings(statement).filter(
    ({ start, type }) => start > statement.start && type !== 'FunctionDeclaration',
  );
  return following.map(({ start, end }) => ({ start, end }));
}

function foldIf(statement: Node, value: Value): Folded {
  const { consequent, alternate } = statement as unknown as { consequent: Node; alternate?: Node };
  if (value === 'present') {
    const cuts = [...keepBranch(statement, consequent), ...findUnreached(statement, consequent)];
    return { kind: 'cuts', cuts };
  }
  if (alternate) return { kind: 'cuts', cuts: keepBranch(statement, alternate) };
  return { kind: 'row', node: statement, value };
}

/** Value of a comparison, or undefined if it depends on more. */
function compare({ operator, left, right }: Node, place: string, value: Value): Value | undefined {
  const other = place === 'left' ? right : left;
  const isEqual = /^===?$/.test(String(operator));
  if (!isEqual && !/^!==?$/.test(String(operator))) return undefined;
  const same = (result: Value) => (isEqual ? result : opposite(result));
  const own = (place === 'left' ? left : right) as Node;
  if (own.type === 'Literal') return same('absent');
  if (isNothing(other)) return same(opposite(value));
  if (isFalse(other)) return same('absent');
  if (isTrue(other)) return same(value);
  return undefined;
}

/** The operand that decides alone, or the value that both have. */
function combine(node: Node, place: string, value: Value): Node | Value {
  const other = node[place === 'left' ? 'right' : 'left'] as Node;
  if (node.operator === '&&') return value === 'absent' ? value : other;
  if (node.operator === '||') return value === 'present' ? value : other;
  return value === 'absent' ? other : value;
}

const isPredicate = ({ type, parent }: Node) =>
  type === 'ArrowFunctionExpression' && parent?.type === 'VariableDeclarator';

/** The list that a condition filters, if the condition is always true. */
function filtered({ place, parent }: Node): Folded | undefined {
  const callee = parent?.callee as Node | undefined;
  if (place !== 'arguments' || (callee?.property as Node | undefined)?.name !== 'filter') return;
  const list = callee?.object as Node | undefined;
  return parent && list && { kind: 'cuts', cuts: keep(parent, list) };
}

/** A last argument with the comma before it. */
export function lastArgument(node: Node): Range | undefined {
  if (node.place !== 'arguments') return undefined;
  const all = siblings(node);
  const before = all.at(-2);
  return all.at(-1) === node && before ? { start: before.end, end: node.end } : undefined;
}

/** Follows the value of `use` through the expressions around it. */
export function fold(use: Node, initial: Value = 'absent'): Folded {
  let node = use;
  let value = initial;
  for (;;) {
    const { parent, place } = node;
    if (!parent) return { kind: 'row', node, value };
    let next: Value | undefined;
    if (hasSameValue(parent, place)) next = value;
    else if (isPredicate(parent) && place === 'body') next = value;
    else if (parent.type === 'ArrowFunctionExpression' && place === 'body' && value === 'present') {
      const list = filtered(parent);
      if (list) return list;
    } else if (isNot(parent)) next = opposite(value);
    else if (parent.type === 'BinaryExpression') next = compare(parent, place, value);
    else if (parent.type === 'LogicalExpression') {
      const result = combine(parent, place, value);
      if (typeof result === 'string') next = result;
      else if (isAbsent(result, parent)) next = 'absent';
      else return { kind: 'cuts', cuts: keepBranch(parent, result) };
    } else if (parent.type === 'ConditionalExpression' && place === 'test') {
      const branch = (value === 'present' ? parent.consequent : parent.alternate) as Node;
      if (!isAbsent(branch, parent)) return { kind: 'cuts', cuts: keepBranch(parent, branch) };
      next = 'absent';
    } else if (parent.type === 'IfStatement' && place === 'test') return foldIf(parent, value);
    if (!next) break;
    value = next;
    node = parent;
  }
  const { parent } = node;
  if (parent?.type === 'TemplateLiteral' && value === 'absent') {
    return { kind: 'cuts', cuts: [insertionOf(node)] };
  }
  const last = lastArgument(node);
  if (last && value === 'absent') return { kind: 'cuts', cuts: [last] };
  const isElement = siblings(node).length > 0 && node.place !== 'arguments';
  const isOwn = node === use || value === 'absent';
  if (isOwn || isElement || node.parent?.type === 'VariableDeclarator') {
    return { kind: 'row', node, value };
  }
  return { kind: 'cuts', cuts: [{ start: node.start, end: node.end, text: 'true' }] };
}
