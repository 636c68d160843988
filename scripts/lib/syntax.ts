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
  key: string;
  [property: string]: unknown;
};

export type Syntax = {
  text: string;
  program: Node;
  nodes: Node[];
  comments: { start: number; end: number }[];
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

/** Parses TypeScript and links each node to its parent. */
export function parseSyntax(path: string, text: string): Syntax {
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  const nodes: Node[] = [];
  const visit = (node: Node, key: string, parent?: Node) => {
    for (const [property, value] of Object.entries(node)) {
      for (const each of Array.isArray(value) ? value : [value]) {
        if (isNode(each)) visit(each, property, node);
      }
    }
    if (isNode(node.key)) node.keyNode = node.key;
    node.key = key;
    if (parent) node.parent = parent;
    nodes.push(node);
  };
  visit(program as unknown as Node, '');
  return { text, program: program as unknown as Node, nodes, comments };
}

export const isWithin = (inner: Range, outer: Range): boolean =>
  inner.start >= outer.start && inner.end <= outer.end;

export function ancestors(node: Node): Node[] {
  const found: Node[] = [];
  for (let each = node.parent; each; each = each.parent) found.push(each);
  return found;
}

/** Elements of the list that `node` is in, such as the statements of a block. */
export function siblings({ parent, key }: Node): Node[] {
  const list = parent?.[key];
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** Path or package that a declaration imports from or exports again. */
export const specifierOf = (node: Node): string | undefined => {
  const { source } = node;
  if (!source || !/^(Import|Export|TSImport)/.test(node.type)) return undefined;
  const { value } = source as { value?: unknown };
  return typeof value === 'string' ? value : undefined;
};

/** Properties with what declarations, imports and patterns bind. */
const bindings: Readonly<Record<string, string>> = {
  ArrayPattern: 'elements',
  AssignmentPattern: 'left',
  ClassDeclaration: 'id',
  ExportNamedDeclaration: 'declaration',
  FunctionDeclaration: 'id',
  ImportDeclaration: 'specifiers',
  ImportDefaultSpecifier: 'local',
  ImportNamespaceSpecifier: 'local',
  ImportSpecifier: 'local',
  ObjectPattern: 'properties',
  Property: 'value',
  RestElement: 'argument',
  TSEnumDeclaration: 'id',
  TSInterfaceDeclaration: 'id',
  TSTypeAliasDeclaration: 'id',
  VariableDeclaration: 'declarations',
  VariableDeclarator: 'id',
};

/** Names that a pattern, declaration or import binds. */
export function boundNames(node: Node): string[] {
  if (node.type === 'Identifier') return [String(node.name)];
  if (node.type === 'Property' && node.parent?.type !== 'ObjectPattern') return [];
  const bound = [node[bindings[node.type] ?? '']].flat();
  return bound.flatMap((each) => (isNode(each) ? boundNames(each) : []));
}
