import {
  type GraphQLError,
  type GraphQLResolveInfo,
  locatedError,
  responsePathAsArray,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { PlannedField, PlannedType } from './execution-plan.ts';

export type Path = GraphQLResolveInfo['path'];

export const isPromise = (value: unknown): value is Promise<unknown> => value instanceof Promise;

export const isPromiseLike = (value: unknown): value is PromiseLike<unknown> =>
  (typeof value === 'object' || typeof value === 'function') &&
  typeof (value as { then?: unknown } | null)?.then === 'function';

/** Keeps promises that nothing awaits any more from ending the process when they are rejected. */
export function abandon(values: readonly unknown[]): void {
  for (const value of values) if (isPromise(value)) value.catch(() => {});
}

/** An execution of an operation, with the errors that it has collected. */
export class Execution {
  readonly args: ValidatedExecutionArgs;
  readonly errors: GraphQLError[] = [];
  /** Where an error has made the response null; undefined for all of it. */
  readonly #nulled = new Set<Path | undefined>();

  constructor(args: ValidatedExecutionArgs) {
    this.args = args;
  }

  /** Adds an error, unless the response is null already at its place or above. */
  collect(error: GraphQLError, path: Path | undefined): void {
    if (this.#nulled.has(undefined)) return;
    for (let at = path; at; at = at.prev) if (this.#nulled.has(at)) return;
    this.#nulled.add(path);
    this.errors.push(error);
  }

  /** The value of a nullable field or entry that failed. Fails its parent if it may not be null. */
  fail(error: unknown, { nodes }: PlannedField, { isNonNull }: PlannedType, path: Path): null {
    const located = locatedError(error, nodes, responsePathAsArray(path));
    if (isNonNull) throw located;
    this.collect(located, path);
    return null;
  }
}
