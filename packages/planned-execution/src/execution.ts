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
