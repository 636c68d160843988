import { describeModels, uncapitalized } from './models.ts';
import type { Options } from './options.ts';
import { createReads, createStatements, type Operation, operations } from './reads.ts';

export type { Datamodel, Lists, Options, Read, Statement } from './options.ts';

type Args = Readonly<Record<string, unknown>>;
type Delegate = Record<Operation, (args?: object) => Promise<unknown>>;
type Client = {
  $transaction(work: unknown, options?: object): Promise<unknown>;
  $extends(extension: object): unknown;
};

/** A Prisma Client extension, for `$extends`, that answers frequent calls with one SQL statement each. */
export function prismaSql(options: Options) {
  const models = describeModels(options);
  const statementOf = createStatements();
  const plan = createReads(options, models, statementOf);

  function methodsOf(name: string, prisma: Delegate) {
    const objects =
      options.datamodel.models[name]?.fields.filter(({ kind }) => kind === 'object') ?? [];
    const FluentRead = withRelations(objects.map(({ name: relation }) => relation));
    const reads = operations.map((operation) => {
      const Read = operation === 'findUnique' || operation === 'findFirst' ? FluentRead : LazyCall;
      const answer = (args?: Args) => {
        const run = plan(operation, { model: name, args }, prisma.findMany);
        return run ? new Read(run, () => prisma[operation](args)) : prisma[operation](args);
      };
      return [operation, answer] as const;
    });
    return Object.fromEntries(reads);
  }

  return (client: object): unknown => {
    const prisma = client as Record<string, Delegate> & Client;
    const byPrisma = (part: unknown) => (part instanceof LazyCall ? part.byPrisma() : part);

    // `read` has connections of its own, so it can't see what a transaction has written.
    function $transaction(work: unknown, settings?: object): Promise<unknown> {
      return prisma.$transaction(Array.isArray(work) ? work.map(byPrisma) : work, settings);
    }

    return prisma.$extends({
      name: '@atrium/prisma-sql',
      client: { $transaction },
      model: Object.fromEntries(
        Object.keys(options.datamodel.models).map((model) => {
          const name = uncapitalized(model);
          return [name, methodsOf(model, prisma[name] as Delegate)];
        }),
      ),
    });
  };
}

type Run = () => Promise<unknown>;
/** Makes the call with Prisma, which does not begin it yet. */
type Call = () => object;

/** A call that begins when it is awaited, as Prisma's do. Prisma makes it instead within a transaction. */
class LazyCall implements Promise<unknown> {
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
function withRelations(relations: readonly string[]): typeof LazyCall {
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
