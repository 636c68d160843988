/** Caches introspection. The schema is the same for everyone, and reading it takes tens of milliseconds. */
import type { ExecutionResult, OperationDefinitionNode, ValidatedExecutionArgs } from 'graphql';

type Known = Pick<ValidatedExecutionArgs, 'schema' | 'document'> & { result: ExecutionResult };

/** Cached results, up to 1 MB each. Tools send few distinct documents. */
const maxResults = 10;
const results = new Map<OperationDefinitionNode, Known>();

/** Reads only the schema, with the same result for every request. */
function isConstant({ operation, variableDefinitions, selectionSet }: OperationDefinitionNode) {
  if (operation !== 'query' || variableDefinitions?.length) return false;
  return selectionSet.selections.every(
    (selection) => selection.kind === 'Field' && selection.name.value.startsWith('__'),
  );
}

export function introspectOnce(
  { schema, document, operation }: ValidatedExecutionArgs,
  execute: () => ExecutionResult | Promise<ExecutionResult>,
): ExecutionResult | Promise<ExecutionResult> {
  if (!isConstant(operation)) return execute();
  const known = results.get(operation);
  if (known?.schema === schema && known.document === document) return { ...known.result };
  const result = execute();
  if (result instanceof Promise || result.errors) return result;
  const [oldest] = results.keys();
  if (oldest && results.size >= maxResults) results.delete(oldest);
  results.set(operation, { schema, document, result: { ...result } });
  return result;
}
