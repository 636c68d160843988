/**
 * Calls better-auth and reports errors of its statements. The library answers some of them with "no
 * session", an empty list or success.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '#server/database/client.ts';
import { DatabaseUnavailable, databaseFault } from '#server/database/fault.ts';

type Call = { statementError?: unknown };

const calls = new AsyncLocalStorage<Call>();

function remember(error: unknown): void {
  const call = calls.getStore();
  if (call && !(call.statementError instanceof DatabaseUnavailable)) call.statementError = error;
}

/** Wraps the database for better-auth, so that `callLibrary` learns about failed statements. */
export function watchStatements(database: Database) {
  return database.$extends({
    query: {
      async $allOperations({ args, query }) {
        try {
          return await query(args);
        } catch (error) {
          remember(error);
          throw error;
        }
      },
    },
  });
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
