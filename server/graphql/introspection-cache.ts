/** Results of introspection. The schema is the same for everybody, and reading it takes tens of milliseconds. */
import type { ExecutionResult, OperationDefinitionNode } from 'graphql';

/** Kept results, of up to 1 MB each. Tools send few documents. */
const maxResults = 10;
const results = new Map<OperationDefinitionNode, ExecutionResult['data']>();

/** Whether an operation reads the schema only, and the same for every request. */
function isConstant({ operation, variableDefinitions, selectionSet }: OperationDefinitionNode) {
  if (operation !== 'query' || variableDefinitions?.length) return false;
  return selectionSet.selections.every(
    (selection) => selection.kind === 'Field' && selection.name.value.startsWith('__'),
  );
}

/** The result that `execute` returned for `operation` before, or does now. Kept unless it has errors. */
export function introspectOnce(
  operation: OperationDefinitionNode,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
): ExecutionResult | Promise<ExecutionResult> {
  if (!isConstant(operation)) return execute();
  const data = results.get(operation);
  if (data) return { data };
  const result = execute();
  if (result instanceof Promise || result.errors) return result;
  const [oldest] = results.keys();
  if (oldest && results.size >= maxResults) results.delete(oldest);
  results.set(operation, result.data);
  return result;
}
