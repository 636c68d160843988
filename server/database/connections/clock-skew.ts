import type { Log } from '#server/log/log.ts';
import { withConnection } from './connection.ts';
import type { SafeClient } from './safe-client.ts';

const toleratedSeconds = 1;

/**
 * By how many seconds this machine's clock is ahead of the database's, which said `databaseMs` to a statement that was
 * sent at `sentAt` and has just been answered.
 */
export const clockSkew = (sentAt: number, databaseMs: number): number =>
  ((sentAt + Date.now()) / 2 - databaseMs) / 1_000;

/** By how many seconds this machine's clock is ahead of the database's. */
export async function readClockSkew(client: SafeClient): Promise<number> {
  const before = Date.now();
  const { rows } = await client.query<{ ms: string }>(
    `SELECT extract(epoch FROM clock_timestamp()) * 1000 AS "ms"`,
  );
  return clockSkew(before, Number(rows[0]?.ms));
}

export async function warnOfClockSkew(url: string, log: Log): Promise<void> {
  const seconds = await withConnection(url, readClockSkew);
  if (Math.abs(seconds) > toleratedSeconds) {
    log.warn({ seconds: Math.round(seconds * 10) / 10 }, 'clock.skewed');
  }
}
