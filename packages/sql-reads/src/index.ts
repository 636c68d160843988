/** A Prisma Client extension that answers frequent reads with one SQL statement each. */
import { LazyRead, withRelations } from './lazy-read.ts';
import { uncapitalized } from './models.ts';
import type { Options } from './options.ts';
import { createReads, type Operation, operations } from './reads.ts';

export type { Datamodel, Lists, Options, Read, Statement } from './options.ts';

type Args = Readonly<Record<string, unknown>>;
type Delegate = Record<Operation, (args?: object) => Promise<unknown>>;
type Client = {
  $transaction(work: unknown, options?: object): Promise<unknown>;
  $extends(extension: object): unknown;
};

/** Returns an extension for `$extends`. */
export function sqlReads(options: Options) {
  const plan = createReads(options);
  const { models } = options.datamodel;

  function methodsOf(model: string, prisma: Delegate) {
    const objects = models[model]?.fields.filter(({ kind }) => kind === 'object') ?? [];
    const FluentRead = withRelations(objects.map(({ name }) => name));
    return Object.fromEntries(
      operations.map((operation) => {
        const Read =
          operation === 'findUnique' || operation === 'findFirst' ? FluentRead : LazyRead;
        const answer = (args?: Args) => {
          const run = plan(operation, { model, args }, prisma.findMany);
          return run ? new Read(run, () => prisma[operation](args)) : prisma[operation](args);
        };
        return [operation, answer];
      }),
    );
  }

  return (client: object): unknown => {
    const prisma = client as Record<string, Delegate> & Client;
    const byPrisma = (part: unknown) => (part instanceof LazyRead ? part.byPrisma() : part);
    return prisma.$extends({
      name: '@atrium/sql-reads',
      client: {
        // `read` has connections of its own, so it can't see what a transaction has written.
        $transaction: (work: unknown, settings?: object) =>
          prisma.$transaction(Array.isArray(work) ? work.map(byPrisma) : work, settings),
      },
      model: Object.fromEntries(
        Object.keys(models).map((model) => {
          const name = uncapitalized(model);
          return [name, methodsOf(model, prisma[name] as Delegate)];
        }),
      ),
    });
  };
}
