/**
 * better-auth's storage. What is done to an account is one transaction with its mail, so that neither exists without the
 * other. The audit event belongs to it, too. The library's own hooks run after the commit.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Where } from '@better-auth/core/db/adapter';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { isAPIError } from 'better-auth/api';
import type { Database, Transaction } from '#server/database/client.ts';
import { DatabaseUnavailable, databaseFault } from '#server/database/fault.ts';
import { noteViewer } from '#server/log/request-context.ts';
import { readSession } from './sessions/session-store.ts';

type Storage = ReturnType<typeof prismaAdapter>;
type Adapter = ReturnType<Storage>;
type Query = { model: string; where: Where[] };

/** Inserts a row with all that belongs to it. `insert` inserts only the row. */
export type Creation<Row> = (
  transaction: Transaction,
  row: Row,
  insert: (row: Row) => Promise<Row>,
) => Promise<Row>;

// biome-ignore lint/suspicious/noExplicitAny: each model has its own row
type Creations = Readonly<Record<string, Creation<any>>>;

const config = { provider: 'postgresql', transaction: true } as const;

export function createStorage(database: Database, creations: Creations): Storage {
  const client = database.$extends({
    query: { $allOperations: ({ args, query }) => watched(() => query(args)) },
  });
  return (options) => {
    function adapterOn(open?: Transaction): Adapter {
      const adapter = prismaAdapter(open ?? client, config)(options);
      const within = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> =>
        open
          ? work(open)
          : watched(() => client.$transaction((opened) => work(opened as Transaction)));

      const create: Adapter['create'] = (query) => {
        const creation = creations[query.model];
        if (!creation) return adapter.create(query);
        return within((transaction) => {
          const inner = open ? adapter : prismaAdapter(transaction, config)(options);
          return creation(transaction, query.data, (data) => inner.create({ ...query, data }));
        });
      };

      return {
        ...adapter,
        create,
        /** Hides sessions that may not be used. */
        async findOne<T>(query: Query): Promise<T | null> {
          const found = await adapter.findOne<T & { token: string }>(query);
          if (query.model !== 'session' || found === null) return found;
          const viewer = await watched(() => readSession(database, found.token));
          if (viewer) noteViewer(viewer);
          return viewer && found;
        },
        transaction: (work) => within((transaction) => work(adapterOn(transaction))),
      };
    }

    return adapterOn();
  };
}

type Call = { statementError?: unknown };

const calls = new AsyncLocalStorage<Call>();

/** Tells `callLibrary` of a failed statement or commit, but not of what our own code refuses within a transaction. */
async function watched<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const call = calls.getStore();
    if (call && !isAPIError(error) && !(call.statementError instanceof DatabaseUnavailable))
      call.statementError = error;
    throw error;
  }
}

/**
 * Calls better-auth, which answers some errors of its statements with "no session", an empty list or a refusal.
 *
 * @param isRead with whose result a failed statement would be mistaken for nothing
 * @throws the error of a statement instead, if that caused the result
 */
export async function callLibrary<T>(work: () => Promise<T>, isRead: boolean): Promise<T> {
  const call: Call = {};
  const result = await calls.run(call, work).catch((error: unknown) => {
    const isRefusal =
      isAPIError(error) && error.statusCode < 500 && !databaseFault(call.statementError);
    throw isRefusal ? error : (call.statementError ?? error);
  });
  const { statementError } = call;
  if (isRead ? statementError : databaseFault(statementError) === 'unreachable')
    throw statementError;
  return result;
}
