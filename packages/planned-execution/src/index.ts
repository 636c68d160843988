import {
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  locatedError,
  type OperationDefinitionNode,
  OperationTypeNode,
  type ValidatedExecutionArgs,
  validateExecutionArgs,
} from 'graphql';
import { Execution, isPromise } from './execution.ts';
import { emptyResult, executeField, executeFields } from './field-execution.ts';
import { type PlannedField, type PlannedFields, planOf } from './plan.ts';

/**
 * Executes documents with cached plans, so work that graphql-js repeats per request and row is done once. Generates no
 * code, unlike compilers such as graphql-jit.
 */

type Result = ExecutionResult | Promise<ExecutionResult>;

function executeSerially(execution: Execution, planned: PlannedFields): unknown {
  const { rootValue } = execution.args;
  const run = (results: Record<string, unknown>, field: PlannedField) => {
    const set = (value: unknown) => {
      results[field.key] = value;
      return results;
    };
    const value = executeField(execution, field, rootValue, undefined);
    return isPromise(value) ? value.then(set) : set(value);
  };
  let results: Record<string, unknown> | Promise<Record<string, unknown>> = emptyResult(planned);
  for (const field of planned.fields) {
    results =
      results instanceof Promise
        ? results.then((before) => run(before, field))
        : run(results, field);
  }
  return results;
}

/** Executes a validated document with the same results as graphql-js's `execute`. */
export function executeDocument(args: ExecutionArgs): Result {
  const validated = validateExecutionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  return introspectOnce(validated, () => executeValidated(args, validated));
}

function executeValidated(args: ExecutionArgs, validated: ValidatedExecutionArgs): Result {
  const { schema, operation, rootValue } = validated;
  const type = schema.getRootType(operation.operation);
  if (!type || operation.operation === OperationTypeNode.SUBSCRIPTION)
    return execute(args) as Result;

  const execution = new Execution(validated);
  const respond = (data: unknown): ExecutionResult => {
    const { errors } = execution;
    const answer = { data: data as Record<string, unknown> | null };
    return errors.length ? { errors, ...answer } : answer;
  };
  const fail = (error: unknown): ExecutionResult => {
    const located = error instanceof GraphQLError ? error : locatedError(error, undefined);
    execution.collect(located, undefined);
    return respond(null);
  };
  try {
    const planned = planOf(validated).of(type);
    const data =
      operation.operation === 'mutation'
        ? executeSerially(execution, planned)
        : executeFields(execution, planned, rootValue, undefined);
    return isPromise(data) ? data.then(respond, fail) : respond(data);
  } catch (error) {
    return fail(error);
  }
}

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

/** Caches introspection. The schema is the same for everyone, and reading it takes tens of milliseconds. */
function introspectOnce(
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
