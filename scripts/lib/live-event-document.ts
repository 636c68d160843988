/** Combines what live events tell about each entity. */
import {
  type FieldNode,
  type GraphQLSchema,
  type InlineFragmentNode,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
} from 'graphql';

/** `text` is one inline fragment, as scripts/lib/entity-documents.ts writes it. */
function readFragment(text: string): InlineFragmentNode {
  const [operation] = parse(`{ ${text} }`).definitions as OperationDefinitionNode[];
  return operation?.selectionSet.selections[0] as InlineFragmentNode;
}

const isLeaf = (node: { kind: Kind }): node is FieldNode =>
  node.kind === Kind.FIELD && !(node as FieldNode).selectionSet;

/**
 * Aliases leaf fields that have different types, such as the enums `Invoice.status` and `User.status`: one selection
 * can't hold both. The cache stores fields by their names, not by aliases.
 */
export function withAliases(texts: readonly string[], schema: GraphQLSchema): string[] {
  const fragments = texts.map(readFragment);
  const typeName = ({ typeCondition }: InlineFragmentNode) => typeCondition?.name.value ?? '';
  const types = new Map<string, Set<string>>();
  for (const fragment of fragments) {
    const type = schema.getType(typeName(fragment));
    for (const { name } of fragment.selectionSet.selections.filter(isLeaf)) {
      const found = isObjectType(type) ? String(type.getFields()[name.value]?.type) : '';
      types.set(name.value, (types.get(name.value) ?? new Set()).add(found));
    }
  }
  const aliased = (fragment: InlineFragmentNode, field: FieldNode): FieldNode => {
    const name = field.name.value;
    const value = `${typeName(fragment)}_${name}`;
    return (types.get(name)?.size ?? 0) > 1
      ? { ...field, alias: { kind: Kind.NAME, value } }
      : field;
  };
  return fragments.map((fragment) => {
    const selections = fragment.selectionSet.selections.map((node) =>
      isLeaf(node) ? aliased(fragment, node) : node,
    );
    return print({ ...fragment, selectionSet: { ...fragment.selectionSet, selections } });
  });
}

export const liveEventDocument = (
  entities: readonly { liveEvent: string }[],
  schema: GraphQLSchema,
): string => `fragment EntityLiveEvent on Node {
  id
  ${withAliases(
    entities.map(({ liveEvent }) => liveEvent),
    schema,
  ).join('\n')}
}
`;
