/**
 * Writes of requests with an Idempotency-Key. Each transaction also records under the key that it committed, so a retry
 * can tell what a lost connection or a crash left behind.
 */
import type { PrismaPg } from '@prisma/adapter-pg';
import { type Claim, currentRequest } from '#server/log/request-context.ts';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;
type Query = Parameters<Adapter['executeRaw']>[0];

const record = `UPDATE "idempotency_key" SET "writtenAt" = coalesce("writtenAt", now())
  WHERE "keyHash" = $1 AND "claim" = $2`;

const text = { scalarType: 'string', arity: 'scalar' } as const;
const commit: Query = { sql: 'COMMIT', args: [], argTypes: [] };
const rollback: Query = { ...commit, sql: 'ROLLBACK' };

/** Rate limit counters are exempt: they change nothing that a retry would change again. */
const isWrite = ({ sql }: Query) =>
  /^\s*(insert|update|delete|with)\b/i.test(sql) && !sql.includes('"rate_limit"');

const claimOf = (): Claim | undefined => currentRequest()?.claim;

/** @throws if another request has claimed the key because this one was presumed lost */
export function requireHeld(recorded: number | null): void {
  if (recorded !== 1) throw new Error('Another request has taken the Idempotency-Key.');
}

export const recordOf = ({ keyHash, id }: Claim) => ({ text: record, values: [keyHash, id] });

function recordCommit(transaction: Transaction): Transaction {
  const executeRaw = transaction.executeRaw.bind(transaction);
  transaction.executeRaw = async (query) => {
    const claim = claimOf();
    if (claim && query.sql === commit.sql) {
      const { text: sql, values: args } = recordOf(claim);
      try {
        requireHeld(await executeRaw({ sql, args, argTypes: [text, text] }));
      } catch (error) {
        // After a failed COMMIT, Prisma returns the connection to the pool without another statement.
        await executeRaw(rollback).catch(() => {});
        throw error;
      }
    }
    return executeRaw(query);
  };
  return transaction;
}

/** Records commits of claimed requests, and wraps their single writes in a transaction. */
export function recordCommits(adapter: Adapter): Adapter {
  const { queryRaw, executeRaw, startTransaction } = adapter;
  adapter.startTransaction = async (level) =>
    recordCommit(await startTransaction.call(adapter, level));

  async function inTransaction<Result>(run: (transaction: Transaction) => Promise<Result>) {
    const transaction = await adapter.startTransaction();
    try {
      const result = await run(transaction);
      await transaction.executeRaw(commit);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.executeRaw(rollback).catch(() => {});
      await transaction.rollback();
      throw error;
    }
  }

  adapter.queryRaw = (query) =>
    claimOf() && isWrite(query)
      ? inTransaction((transaction) => transaction.queryRaw(query))
      : queryRaw.call(adapter, query);
  adapter.executeRaw = (query) =>
    claimOf() && isWrite(query)
      ? inTransaction((transaction) => transaction.executeRaw(query))
      : executeRaw.call(adapter, query);
  return adapter;
}
