import {
  type GraphQLError,
  type GraphQLResolveInfo,
  locatedError,
  responsePathAsArray,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { PlannedField, PlannedType } from './plan.ts';

export type Path = GraphQLResolveInfo['path'];

export const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

export const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  (typeof value === 'object' || typeof value === 'function') &&
  typeof (value as { then?: unknown } | null)?.then === 'function';

/** Prevents unhandled rejections of promises that are no longer awaited. */
export function abandon(values: readonly unknown[]): void {
  for (const value of values) if (isPromise(value)) value.catch(() => {});
}

export class Execution {
  readonly args: ValidatedExecutionArgs;
  readonly errors: GraphQLError[] = [];
  /** Paths that errors have set to null. Undefined means the whole response. */
  readonly #nulled = new Set<Path | undefined>();

  constructor(args: ValidatedExecutionArgs) {
    this.args = args;
  }

  /** Adds an error, unless its path or a parent is null already. */
  collect(error: GraphQLError, path: Path | undefined): void {
    if (this.#nulled.has(undefined)) return;
    for (let at = path; at; at = at.prev) if (this.#nulled.has(at)) return;
    this.#nulled.add(path);
    this.errors.push(error);
  }

  /** Handles a failed field or entry: returns null if nullable, otherwise throws to fail the parent. */
  fail(error: unknown, { nodes }: PlannedField, { isNonNull }: PlannedType, path: Path): null {
    const located = locatedError(error, nodes, responsePathAsArray(path));
    if (isNonNull) throw located;
    this.collect(located, path);
    return null;
  }
}

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
