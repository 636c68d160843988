import { ancestors, isWithin, type Node, type Range, type Syntax, siblings } from './syntax.ts';

const scopes = /^(Program|BlockStatement|Function|ArrowFunction)/;

/** What a node, such as a declaration or part of a pattern, declares for the code around it. */
export const boundBy = ({ readScopes }: Syntax, node: Node) =>
  readScopes()
    .scopes.flatMap(({ variables }) => variables)
    .filter(
      ({ identifiers, scope: { block } }) =>
        identifiers.some((each) => isWithin(each, node)) &&
        ![block, ...ancestors(block)].includes(node),
    );

/** References to what a removed row declares. */
export const findReferences = (syntax: Syntax, row: Node): Node[] =>
  boundBy(syntax, row).flatMap(({ references }) => references.map(({ identifier }) => identifier));

const declarations =
  /^(ImportDeclaration|Import(|Default|Namespace)Specifier|VariableDeclarator|(Function|Class|TSTypeAlias|TSInterface|TSEnum)Declaration)$/;

const isDestructured = ({ type, parent }: Node) =>
  type === 'Property' &&
  parent?.type === 'ObjectPattern' &&
  parent.parent?.type === 'VariableDeclarator';

/** A function that is stored in a variable of a type. */
const isOfType = ({ place, parent }: Node) =>
  place === 'init' && Boolean((parent?.id as Node | undefined)?.typeAnnotation);

/** Callers of a function that is passed to them, or whose type is given, may pass more than it takes. */
const isLastParameter = (node: Node) => {
  const { place, parent } = node;
  if (place !== 'params' || parent?.type !== 'ArrowFunctionExpression') return false;
  if (siblings(node).at(-1) !== node) return false;
  return /^(arguments|value)$/.test(parent.place) || isOfType(parent);
};

/** A property that a function's parameter destructures. */
const isOfParameter = ({ type, parent }: Node) =>
  type === 'Property' && parent?.type === 'ObjectPattern' && parent.place === 'params';

/** Whether the declaration, not only a function around it, is exported. */
function isExported(node: Node): boolean {
  for (const { type } of ancestors(node)) {
    if (/^Export/.test(type)) return true;
    if (scopes.test(type)) return false;
  }
  return false;
}

/** Declarations that only removed rows refer to. */
export function findOrphans(syntax: Syntax, rows: Range[]): Node[] {
  // A replaced text still has the names that it repeats.
  const isRemoved = (node: Node) =>
    rows.some((row) => isWithin(node, row) && !row.text?.includes(String(node.name)));
  return syntax.nodes.filter((node) => {
    const isOfFunction = isLastParameter(node) || isOfParameter(node);
    if (!declarations.test(node.type) && !isDestructured(node) && !isOfFunction) return false;
    if (isRemoved(node) || (!isOfFunction && isExported(node))) return false;
    const bound = boundBy(syntax, node);
    return (
      bound.length > 0 &&
      bound.every(({ references }) => {
        const others = references.filter(({ identifier }) => !isWithin(identifier, node));
        return others.length > 0 && others.every(({ identifier }) => isRemoved(identifier));
      })
    );
  });
}
