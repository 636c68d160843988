/** A Prisma Client extension that answers frequent calls with one SQL statement each. */
import { LazyCall, withRelations } from './lazy-call.ts';
import { describeModels, uncapitalized } from './models.ts';
import type { Options } from './options.ts';
import { createReads, type Operation, operations } from './reads.ts';
import { createStatements } from './statements.ts';

export type { Datamodel, Lists, Options, Read, Statement } from './options.ts';

type Args = Readonly<Record<string, unknown>>;
type Delegate = Record<Operation, (args?: object) => Promise<unknown>>;
type Client = {
  $transaction(work: unknown, options?: object): Promise<unknown>;
  $extends(extension: object): unknown;
};

/** Returns an extension for `$extends`. */
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
