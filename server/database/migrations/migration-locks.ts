/** Migration locks: one instance migrates at a time, and requests don't wait long for it. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SafeClient } from '#server/database/connections/safe-client.ts';

/**
 * Advisory lock of Prisma Migrate: https://www.prisma.io/docs/orm/prisma-migrate/workflows/development-and-production
 */
const advisoryLock = 72707369;
const pollMilliseconds = 200;

/** Limits how long a script waits for a table, because requests queue behind it. */
const lockSeconds = 2;
const attempts = 30;
const pauseMilliseconds = 1_000;
const lockNotAvailable = '55P03';

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
 * Runs a migration script. If it waits longer than 2 s for a table, behind a long query, it is rolled back so that
 * queued requests are served. Tried up to 30 times.
 */
export async function runScript(client: SafeClient, script: string): Promise<void> {
  if (commitsItself(script)) {
    await client.query(script);
    return;
  }
  await client.query(`SET lock_timeout = '${lockSeconds}s'`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(script);
      break;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt === attempts)
        throw error;
      await client.query('ROLLBACK');
      await sleep(pauseMilliseconds);
    }
  }
  await client.query('RESET lock_timeout');
}
