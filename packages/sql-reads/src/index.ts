/** A Prisma Client extension that answers frequent reads with one SQL statement each. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Options } from './options.ts';
import { type Call, createReads } from './reads.ts';

export type { Datamodel, Lists, Options, Read, Statement } from './options.ts';

type Transact = (...args: unknown[]) => Promise<unknown>;
type Client = { $extends(extension: unknown): unknown };

/** Returns an extension for `$extends`. */
export function sqlReads(options: Options) {
  const reads = createReads(options);
  const transactions = new AsyncLocalStorage<true>();
  const unlessInTransaction = (answer: (call: Call) => Promise<unknown>) => (call: Call) =>
    transactions.getStore() ? call.query(call.args) : answer(call);
  return (client: Client) =>
    client.$extends({
      name: '@atrium/sql-reads',
      client: {
        // `read` has connections of its own, so it can't see what a transaction has written.
        $transaction: (...args: unknown[]) =>
          transactions.run(true, () =>
            (client as unknown as { $transaction: Transact }).$transaction(...args),
          ),
      },
      query: {
        $allModels: {
          findMany: unlessInTransaction(reads.findMany),
          findFirst: unlessInTransaction(reads.findFirst),
          findUnique: unlessInTransaction(reads.findUnique),
          count: unlessInTransaction(reads.count),
        },
      },
    });
}
