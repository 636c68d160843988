import { analyze } from '@typescript-eslint/scope-manager';
import { parseSync } from 'vite';

/** Part of a text, to cut or to replace. */
export type Range = { start: number; end: number; text?: string };

/** Node of the syntax tree with its parent. */
export type Node = {
  type: string;
  start: number;
  end: number;
  parent?: Node;
  /** Property of the parent that holds the node. */
  place: string;
  [property: string]: unknown;
};

type Reference = { identifier: Node };
type Variable = { identifiers: Node[]; references: Reference[]; scope: { block: Node } };

/** What typescript-eslint knows of names. `through` are those that a file neither declares nor imports. */
type Scopes = { scopes: { variables: Variable[] }[]; globalScope: { through: Reference[] } };

export type Syntax = {
  text: string;
  nodes: Node[];
  comments: { start: number; end: number }[];
  readScopes(): Scopes;
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Parses TypeScript and links each node to its parent. */
export function parseSyntax(path: string, text: string): Syntax {
  const { program, comments, errors } = parseSync(path, text, { astType: 'ts', range: true });
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const nodes: Node[] = [];
  const visit = (node: Node, place: string, parent?: Node) => {
    for (const [property, value] of Object.entries(node)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (isNode(each)) visit(each, property, node);
      }
    }
    node.place = place;
    if (parent) node.parent = parent;
    nodes.push(node);
  };
  visit(program as unknown as Node, '');
  let scopes: unknown;
  const readScopes = () => {
    scopes ??= analyze(program as never, { sourceType: 'module', lib: [] });
    return scopes as Scopes;
  };
  return { text, nodes, comments, readScopes };
}

export const isWithin = (inner: Range, outer: Range): boolean =>
  inner.start >= outer.start && inner.end <= outer.end;

export function ancestors(node: Node): Node[] {
  const found: Node[] = [];
  for (let each = node.parent; each; each = each.parent) found.push(each);
  return found;
}

/** Elements of the list that `node` is in, such as the statements of a block. */
export function siblings({ parent, place }: Node): Node[] {
  const list = parent?.[place];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** Path or package that a declaration imports from or exports again. */
export const specifierOf = (node: Node): string | undefined => {
  const { source } = node;
  if (!source || !/^(Import|Export|TSImport)/.test(node.type)) return undefined;
  const { value } = source as { value?: unknown };
  return typeof value === 'string' ? value : undefined;
};
