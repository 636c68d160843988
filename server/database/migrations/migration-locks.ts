/** Migration locks: one instance migrates at a time, and requests don't wait long for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SafeClient } from '#server/database/connections/safe-client.ts';

/**
 * Advisory lock of Prisma Migrate: https://www.prisma.io/docs/orm/prisma-migrate/workflows/development-and-production
 */
const advisoryLock = 72707369;
const pollMilliseconds = 200;

/**
 * How long migrations wait for a lock, because requests queue behind them. Shorter than PostgreSQL's deadlock_timeout
 * (1 s), so that a deadlock ends the migration, which tries again, and never a request.
 */
const lockTimeoutMs = 500;
const lockedPauseMs = 1_000;
const attempts = 60;

/** Codes lock_not_available and deadlock_detected. */
const lockedCodes = new Set<unknown>(['55P03', '40P01']);

const isLocked = (error: unknown): boolean => lockedCodes.has((error as { code?: unknown }).code);

/** Whether a script commits itself or can't run in a transaction. */
export const commitsItself = (script: string) =>
  /^\s*(commit|end)\s*;|\bconcurrently\b/im.test(script.replaceAll(/--.*$/gm, ''));

/**
 * Holds the migration lock until the connection ends. Polls, because a waiting statement holds a snapshot, and the lock
 * holder's CREATE INDEX CONCURRENTLY waits for every snapshot.
 */
export async function lockMigrations(client: SafeClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${advisoryLock}) AS locked`);
    if (rows[0].locked) return;
    await sleep(pollMilliseconds);
  }
}

/**
 * Runs a migration script. If it waits longer than half a second for a table, behind a long query, it is rolled back so
 * that queued requests are served. Tried up to 60 times.
 */
export async function runScript(client: SafeClient, script: string): Promise<void> {
  if (commitsItself(script)) {
    await client.query(script);
    return;
  }
  await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(script);
      break;
    } catch (error) {
      if (!isLocked(error) || attempt === attempts) throw error;
      await client.query('ROLLBACK');
      await sleep(lockedPauseMs);
    }
  }
  await client.query('RESET lock_timeout');
}
