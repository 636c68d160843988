/** Fields with the extension `secret` are shown once, and neither stored nor repeated. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

type Data = Record<string, unknown>;

/** Copies an operation's result with secrets set to null. */
export function withoutSecrets(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  data: Data,
): Data {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }

  function clean(value: unknown, typeName: string, selections: SelectionSetNode): unknown {
    if (Array.isArray(value)) return value.map((entry) => clean(entry, typeName, selections));
    if (typeof value !== 'object' || value === null) return value;
    const cleaned = { ...value } as Data;
    hide(cleaned, typeName, selections);
    return cleaned;
  }

  /** Sets the secrets selected in `record` to null, in place. */
  function hide(record: Data, typeName: string, { selections }: SelectionSetNode): void {
    const type = schema.getType(typeName);
    for (const node of selections) {
      if (node.kind !== Kind.FIELD) {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
        const on = fragment?.typeCondition?.name.value ?? typeName;
        if (fragment) hide(record, on, fragment.selectionSet);
        continue;
      }
      const key = (node.alias ?? node.name).value;
      const isComposite = isObjectType(type) || isInterfaceType(type);
      const field = isComposite ? type.getFields()[node.name.value] : undefined;
      if (!field || !(key in record)) continue;
      if (field.extensions.secret) record[key] = null;
      else if (node.selectionSet) {
        record[key] = clean(record[key], getNamedType(field.type).name, node.selectionSet);
      }
    }
  }

  const cleaned = { ...data };
  hide(cleaned, schema.getMutationType()?.name ?? 'Mutation', operation.selectionSet);
  return cleaned;
}
