import type { GraphQLResolveInfo } from 'graphql';
import type { Execution, Path } from './execution.ts';
import type { PlannedField } from './execution-plan.ts';

const asyncHelpers: ReturnType<GraphQLResolveInfo['getAsyncHelpers']> = {
  promiseAll: (values) => Promise.all(values),
  track() {},
};

/**
 * Computes a resolver's info lazily, because a page of 20 rows has a hundred of these and most resolvers ignore them.
 * Supports neither cancellation nor work that outlives a resolver.
 */
export class FieldInfo implements GraphQLResolveInfo {
  readonly execution: Execution;
  readonly field: PlannedField;
  readonly #parentPath: Path | undefined;
  #path: Path | undefined;

  constructor(execution: Execution, field: PlannedField, parentPath: Path | undefined) {
    this.execution = execution;
    this.field = field;
    this.#parentPath = parentPath;
  }

  get path(): Path {
    const { key, parentType } = this.field;
    this.#path ??= { prev: this.#parentPath, key, typename: parentType.name };
    return this.#path;
  }

  get fieldName() {
    return this.field.definition.name;
  }
  get fieldNodes() {
    return this.field.nodes;
  }
  get returnType() {
    return this.field.definition.type;
  }
  get parentType() {
    return this.field.parentType;
  }
  get schema() {
    return this.execution.args.schema;
  }
  get fragments() {
    return this.execution.args.fragmentDefinitions;
  }
  get rootValue() {
    return this.execution.args.rootValue;
  }
  get operation() {
    return this.execution.args.operation;
  }
  get variableValues() {
    return this.execution.args.variableValues;
  }
  getAbortSignal(): undefined {}
  getAsyncHelpers() {
    return asyncHelpers;
  }
}
