/** The locks of migrations: one instance applies them, and none of them keeps requests waiting for long. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

/** Prisma Migrate's lock: https://www.prisma.io/docs/orm/prisma-migrate/workflows/development-and-production */
const advisoryLock = 72707369;
const pollMilliseconds = 200;

/** Seconds that a script waits for a table, and how often it tries: requests wait behind it meanwhile. */
const lockSeconds = 2;
const attempts = 30;
const pauseMilliseconds = 1_000;
const lockNotAvailable = '55P03';

/** Whether a script commits itself, or can only run outside of a transaction. */
export const commitsItself = (script: string) =>
  /^\s*(commit|end)\s*;|\bconcurrently\b/im.test(script.replaceAll(/--.*$/gm, ''));

/**
 * Waits for the lock of migrations, which the connection holds until it ends. It is polled: a statement that waits for
 * it would hold a snapshot, and CREATE INDEX CONCURRENTLY of the lock's holder waits for every snapshot.
 */
export async function lockMigrations(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${advisoryLock}) AS locked`);
    if (rows[0].locked) return;
    await sleep(pollMilliseconds);
  }
}

/**
 * Runs the script of a migration. A script that waits for a table longer than 2 s, behind a long query, is rolled
 * back, so that the requests behind it are served, and tried again up to 30 times.
 */
export async function runScript(client: Client, script: string): Promise<void> {
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
