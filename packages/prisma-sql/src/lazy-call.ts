type Run = () => Promise<unknown>;
/** Makes the call with Prisma, which does not begin it yet. */
type Call = () => object;

/** A call that begins when it is awaited, as Prisma's do. Prisma makes it instead within a transaction. */
export class LazyCall implements Promise<unknown> {
  readonly [Symbol.toStringTag] = 'PrismaPromise';
  readonly #run: Run;
  readonly #call: Call;
  #started: Promise<unknown> | undefined;

  constructor(run: Run, call: Call) {
    this.#run = run;
    this.#call = call;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<Result = unknown, Other = never>(
    onResult?: ((result: unknown) => Result | PromiseLike<Result>) | null,
    onError?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Result | Other> {
    this.#started ??= this.#run();
    return this.#started.then(onResult, onError);
  }

  catch<Other = never>(
    onError?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<unknown> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<unknown> {
    this.#started ??= this.#run();
    return this.#started.finally(onEnd);
  }

  /** The same call of Prisma, not begun. */
  byPrisma(): object {
    return this.#call();
  }
}

/** A class of reads that can be read on, as in `findUnique(…).author()`. */
export function withRelations(relations: readonly string[]): typeof LazyCall {
  class FluentRead extends LazyCall {}
  for (const name of relations) {
    Object.defineProperty(FluentRead.prototype, name, {
      value(this: LazyCall, args?: object) {
        return (this.byPrisma() as Record<string, (args?: object) => unknown>)[name]?.(args);
      },
    });
  }
  return FluentRead;
}
