import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '#server/database/client.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import { withClient } from './database.ts';

/**
 * Counts those who wait for a row. Statements also wait for a moment while a table grows.
 *
 * @throws if fewer wait after some seconds
 */
export async function untilWaiting(database: Database, count: number): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    const waiting = await database.$queryRaw<unknown[]>`
      SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event IN ('transactionid', 'tuple')`;
    if (waiting.length >= count) return;
    if (Date.now() > end) throw new Error(`${waiting.length} of ${count} wait for a row.`);
    await pause(5);
  }
}

/** Runs `work` while a transaction that executed `statement` is open. Then rolls it back. */
export async function duringTransaction<Result>(
  connectionString: string,
  statement: string,
  work: () => Promise<Result>,
): Promise<Result> {
  return withClient(connectionString, async (session) => {
    await session.query('BEGIN');
    await session.query(statement);
    return work();
  });
}

type Waiting<Result> = {
  /** Takes locks that the request needs. */
  lock(transaction: Prisma.TransactionClient): Promise<unknown>;
  request(): Promise<Result>;
  /** How many statements of it wait. */
  waiting?: number;
  /** The rest of the change, while the request waits. */
  change?(transaction: Prisma.TransactionClient): Promise<unknown>;
};

/** The answer to a request that has begun, and waits while a change is committed. */
export async function whileWaiting<Result>(
  database: Database,
  { lock, request, waiting = 1, change }: Waiting<Result>,
): Promise<Result> {
  const { answer } = await database.$transaction(
    async (transaction) => {
      await lock(transaction);
      const answer = request();
      await untilWaiting(database, waiting);
      await change?.(transaction);
      return { answer };
    },
    { timeout: 100_000 },
  );
  return answer;
}

export const lockUser = (id: string) => (transaction: Prisma.TransactionClient) =>
  transaction.$queryRaw`SELECT 1 FROM "user" WHERE "id" = ${id} FOR UPDATE`;

export const endSessions = (userId: string) => (transaction: Prisma.TransactionClient) =>
  transaction.session.deleteMany({ where: { userId } });
