import type { ArgumentNode, FieldNode, OperationDefinitionNode, ValueNode } from 'graphql';

/** Arguments that page and sort. All others filter the list. */
const pageArguments = new Set(['first', 'last', 'after', 'before', 'orderBy']);

/** How deep filters are inspected. Variables aren't validated yet and may be nested deeply. */
const filterLevels = 4;

/** Whether a value, or any of its fields, is neither null nor empty. */
function isSet(value: unknown, levels = filterLevels): boolean {
  if (typeof value !== 'object' || value === null) return (value ?? '') !== '';
  if (Array.isArray(value) || levels === 0) return true;
  return Object.values(value).some((inner) => isSet(inner, levels - 1));
}

/** Reads arguments before validation of their values, with the variables as they were sent. */
export function createArgumentReader(
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
) {
  const defaults = new Map(
    operation.variableDefinitions?.map(({ variable, defaultValue }) => [
      variable.name.value,
      defaultValue,
    ]),
  );

  /** Value of an argument, with variables and their defaults resolved. */
  function readValue(node: ValueNode | undefined): unknown {
    if (node?.kind === 'Variable') {
      const sent = variables[node.name.value];
      return sent === undefined ? readValue(defaults.get(node.name.value)) : sent;
    }
    if (node?.kind === 'IntValue') return Number(node.value);
    if (node?.kind === 'BooleanValue') return node.value;
    return node?.kind === 'ListValue' ? node.values : node?.kind === 'NullValue' ? null : node;
  }

  function filters(node: ValueNode): boolean {
    if (node.kind === 'ObjectValue') return node.fields.some(({ value }) => filters(value));
    return isSet(readValue(node));
  }

  function argument(args: readonly ArgumentNode[] | undefined, name: string): unknown {
    return readValue(args?.find((each) => each.name.value === name)?.value);
  }

  return {
    argument,

    /** Whether an argument that neither pages nor sorts has a value. */
    isFiltered({ arguments: args = [] }: FieldNode): boolean {
      return args.some(({ name, value }) => !pageArguments.has(name.value) && filters(value));
    },
  };
}
