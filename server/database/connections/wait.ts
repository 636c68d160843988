import { setTimeout as sleep } from 'node:timers/promises';
import { databaseFault } from '#server/database/fault.ts';
import type { Log } from '#server/log/log.ts';
import { CliError } from '#server/progress.ts';
import { withConnection } from './connection.ts';

/** PostgreSQL can start later than the product, for example after a reboot. */
const maxWaitMs = 60_000;
const pollIntervalMs = 1_000;

const nothing = async () => {};

/**
 * Waits until the database accepts connections, and logs each failed attempt. A wrong password or database name isn't
 * waited for.
 *
 * @throws {CliError} if it doesn't in time
 */
export async function waitForDatabase(url: string, log: Log, maxMs = maxWaitMs): Promise<void> {
  const end = performance.now() + maxMs;
  for (;;) {
    try {
      return await withConnection(url, nothing);
    } catch (error) {
      const { message, hint, cause } = error as CliError;
      if (databaseFault(cause) !== 'unreachable') throw error;
      const leftMs = end - performance.now();
      if (leftMs <= 0) {
        throw new CliError(`${message} (waited ${Math.round(maxMs / 1_000)} s)`, hint, { cause });
      }
      log.warn({ reason: message, leftSeconds: Math.round(leftMs / 1_000) }, 'database.waiting');
      await sleep(Math.min(pollIntervalMs, leftMs));
    }
  }
}
