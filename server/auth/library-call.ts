/**
 * Calls better-auth and reports errors of its statements. The library answers some of them with "no
 * session", an empty list or success.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { isAPIError } from 'better-auth/api';
import type { Database } from '#server/database/client.ts';
import { DatabaseUnavailable, databaseFault } from '#server/database/fault.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';

type Call = { statementError?: unknown };

const calls = new AsyncLocalStorage<Call>();

function remember(error: unknown): void {
  // Not what our own code refuses within a transaction.
  if (isAPIError(error)) return;
  const call = calls.getStore();
  if (call && !(call.statementError instanceof DatabaseUnavailable)) call.statementError = error;
}

async function watched<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    remember(error);
    throw error;
  }
}

/** Wraps the database for better-auth, so that `callLibrary` learns about failed statements and commits. */
export function watchStatements(database: Database) {
  const client = database.$extends({
    query: { $allOperations: ({ args, query }) => watched(() => query(args)) },
  });
  return {
    client,
    inTransaction: <T>(work: (transaction: Prisma.TransactionClient) => Promise<T>): Promise<T> =>
      watched(() => client.$transaction((opened) => work(opened as Prisma.TransactionClient))),
  };
}

/**
 * Runs a call of better-auth.
 *
 * @returns the library's response, and the error of a statement that failed during the call
 * @throws the statement's error if the library failed, or if the database was unreachable
 */
export async function callLibrary<T>(
  work: () => Promise<T>,
): Promise<{ result: T; statementError?: unknown }> {
  const call: Call = {};
  try {
    const result = await calls.run(call, work);
    if (databaseFault(call.statementError) !== 'unreachable') return { result, ...call };
  } catch (error) {
    throw call.statementError ?? error;
  }
  throw call.statementError;
}
