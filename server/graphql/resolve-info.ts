import type { GraphQLResolveInfo, ValidatedExecutionArgs } from 'graphql';
import type { PlannedField } from './execution-plan.ts';

const getAbortSignal = () => undefined;
const asyncHelpers: ReturnType<GraphQLResolveInfo['getAsyncHelpers']> = {
  promiseAll: (values) => Promise.all(values),
  track() {},
};
const getAsyncHelpers = () => asyncHelpers;

/** What resolvers are told of the field. Nothing is cancelled, and nothing waits for work beside a resolver. */
export function resolveInfo(
  { schema, fragmentDefinitions, rootValue, operation, variableValues }: ValidatedExecutionArgs,
  { nodes, parentType, definition }: PlannedField,
  path: GraphQLResolveInfo['path'],
): GraphQLResolveInfo {
  return {
    fieldName: definition.name,
    fieldNodes: nodes,
    returnType: definition.type,
    parentType,
    path,
    schema,
    fragments: fragmentDefinitions,
    rootValue,
    operation,
    variableValues,
    getAbortSignal,
    getAsyncHelpers,
  };
}
