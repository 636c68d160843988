import {
  ancestors,
  boundNames,
  isWithin,
  type Node,
  type Range,
  type Syntax,
  siblings,
} from './syntax.ts';

export const isReference = ({ key, parent }: Node) => {
  if (key === 'imported' || key === 'exported' || parent?.type === 'JSXAttribute') return false;
  if (key === 'property') return parent?.computed === true;
  if (key !== 'key') return true;
  return parent?.shorthand === true || parent?.computed === true;
};

const scopes = /^(Program|BlockStatement|Function|ArrowFunction)/;

/** The function, block or program that a declaration in it is known in. */
export const scopeOf = (node: Node): Node | undefined =>
  ancestors(node).find(({ type }) => scopes.test(type));

/** References to what a removed row declares. */
export function findReferences({ nodes, program }: Syntax, row: Node): Node[] {
  const names = new Set(boundNames(row));
  if (names.size === 0) return [];
  const scope = scopeOf(row) ?? program;
  return nodes.filter(
    (node) =>
      /^(JSX)?Identifier$/.test(node.type) &&
      names.has(String(node.name)) &&
      isWithin(node, scope) &&
      isReference(node),
  );
}

const declarations =
  /^(ImportDeclaration|Import(|Default|Namespace)Specifier|VariableDeclarator|(Function|Class|TSTypeAlias|TSInterface|TSEnum)Declaration)$/;

const isDestructured = ({ type, parent }: Node) =>
  type === 'Property' &&
  parent?.type === 'ObjectPattern' &&
  parent.parent?.type === 'VariableDeclarator';

/** A function that is stored in a variable of a type. */
const isOfType = ({ key, parent }: Node) =>
  key === 'init' && Boolean((parent?.id as Node | undefined)?.typeAnnotation);

/** Callers of a function that is passed to them, or whose type is given, may pass more than it takes. */
const isLastParameter = (node: Node) => {
  const { key, parent } = node;
  if (key !== 'params' || parent?.type !== 'ArrowFunctionExpression') return false;
  if (siblings(node).at(-1) !== node) return false;
  return /^(arguments|value)$/.test(parent.key) || isOfType(parent);
};

const isFunction = ({ type }: Node) => /^(Function|ArrowFunction)/.test(type);

/** The function whose parameter destructures the property. */
function functionOf({ type, parent }: Node): Node | undefined {
  const pattern = type === 'Property' && parent?.type === 'ObjectPattern' ? parent : undefined;
  const owner = pattern?.key === 'params' ? pattern.parent : undefined;
  return owner && isFunction(owner) ? owner : undefined;
}

/** Whether the declaration, not only a function around it, is exported. */
function isExported(node: Node): boolean {
  for (const { type } of ancestors(node)) {
    if (/^Export/.test(type)) return true;
    if (scopes.test(type)) return false;
  }
  return false;
}

/** Declarations that only removed rows refer to. */
export function findOrphans({ nodes, program }: Syntax, rows: Range[]): Node[] {
  // A replaced text still has the names that it repeats.
  const isRemoved = (node: Node) =>
    rows.some((row) => isWithin(node, row) && !row.text?.includes(String(node.name)));
  const lost = new Map<string, Node[]>();
  const kept = new Map<string, Node[]>();
  for (const node of nodes) {
    if (!/^(JSX)?Identifier$/.test(node.type) || !isReference(node)) continue;
    const list = isRemoved(node) ? lost : kept;
    const name = String(node.name);
    list.set(name, [...(list.get(name) ?? []), node]);
  }
  return nodes.filter((node) => {
    const isParameter = isLastParameter(node);
    const owner = isParameter ? node.parent : functionOf(node);
    if (!declarations.test(node.type) && !isDestructured(node) && !owner) return false;
    const names = boundNames(node);
    if (names.length === 0 || isRemoved(node) || (!owner && isExported(node))) return false;
    const scope = owner ?? scopeOf(node) ?? program;
    return names.every(
      (name) =>
        lost.get(name)?.some((each) => isWithin(each, scope)) &&
        kept.get(name)?.every((each) => isWithin(each, node) || !isWithin(each, scope)),
    );
  });
}
