/** Reads the arguments of a validated operation, without executing it. */
import type { ArgumentNode, FieldNode, OperationDefinitionNode, ValueNode } from 'graphql';
import { limits } from '#shared/limits.ts';

/** Arguments that select and sort a page; all others filter the list. */
const pageArguments = new Set(['first', 'last', 'after', 'before', 'orderBy']);

/** Levels of a filter that are looked into: variables are not validated yet, and may be nested deeply. */
const filterLevels = 4;

/** Whether a variable, or a field of it, is neither null nor empty. */
function isSet(value: unknown, levels = filterLevels): boolean {
  if (typeof value !== 'object' || value === null) return (value ?? '') !== '';
  if (Array.isArray(value) || levels === 0) return true;
  return Object.values(value).some((inner) => isSet(inner, levels - 1));
}

/** Creates a reader for `operation`, sent with `variables`. */
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

  /** The value of an argument, or of the variable given for it. */
  function readValue(node: ValueNode | undefined): unknown {
    if (node?.kind === 'Variable') {
      const sent = variables[node.name.value];
      return sent === undefined ? readValue(defaults.get(node.name.value)) : sent;
    }
    if (node?.kind === 'IntValue') return Number(node.value);
    if (node?.kind === 'BooleanValue') return node.value;
    return node?.kind === 'ListValue' ? node.values : node?.kind === 'NullValue' ? null : node;
  }

  /** Whether the value of a filter, or of one of its fields, is neither null nor empty. */
  function filters(node: ValueNode): boolean {
    if (node.kind === 'ObjectValue') return node.fields.some(({ value }) => filters(value));
    return isSet(readValue(node));
  }

  /** The value of the argument `name`. Undefined if it is omitted. */
  function argument(args: readonly ArgumentNode[] | undefined, name: string): unknown {
    return readValue(args?.find((each) => each.name.value === name)?.value);
  }

  return {
    argument,

    /** Number of entries of a page. The resolver rejects invalid sizes. */
    pageSize({ arguments: args }: FieldNode, usual: number = limits.pageSize): number {
      const asked = argument(args, 'first') ?? argument(args, 'last') ?? usual;
      const size = typeof asked === 'number' ? asked : limits.pageSizeMax;
      return Math.min(Math.max(size, 1), limits.pageSizeMax);
    },

    /** Whether the list has a filter with a value. */
    isFiltered({ arguments: args = [] }: FieldNode): boolean {
      return args.some(({ name, value }) => !pageArguments.has(name.value) && filters(value));
    },
  };
}
