import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { databaseFault } from '#server/database/fault.ts';
import type { Log } from '#server/log/log.ts';
import { CliError } from '#server/progress.ts';

/**
 * A client that survives losing its connection: without a listener, the `error` event would end the process, and a pool
 * has none while handing a connection over. Statements report the loss.
 */
export class SafeClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => {});
  }
}

/** Runs `work` on a dedicated connection. Throws a CliError if the database doesn't answer. */
export async function withConnection<Result>(
  url: string,
  work: (client: SafeClient) => Promise<Result>,
): Promise<Result> {
  const client = new SafeClient({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'atrium migrate',
  });
  try {
    await client.connect();
  } catch (cause) {
    await client.end().catch(() => {});
    const { host, port } = client;
    throw new CliError(
      `The database at ${host}:${port} does not answer: ${reasonOf(cause)}`,
      'Start it or correct DATABASE_URL; unset DATABASE_URL for the embedded one.',
      { cause },
    );
  }
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

// A host with several addresses fails with an AggregateError whose message is empty.
const reasonOf = (error: unknown): string => {
  const { message, code, errors } = error as Error & { code?: string; errors?: Error[] };
  return message || errors?.map((each) => each.message).join(', ') || code || 'no reason given';
};

/** Maximum connections per process. */
export const connectionCounts = { requests: 10, background: 4, changeListener: 1 };

export function connectionsOf(processes: number): number {
  return processes * Object.values(connectionCounts).reduce((sum, count) => sum + count);
}

export async function warnOfScarceConnections(url: string, processes: number, log: Log) {
  const needed = connectionsOf(processes);
  const allowed = await withConnection(url, async (client) => {
    const { rows } = await client.query('SHOW max_connections');
    return Number(rows[0].max_connections);
  });
  if (needed > allowed) log.warn({ needed, allowed }, 'database.connections_scarce');
}

const toleratedSeconds = 1;

/** By how many seconds this machine's clock is ahead of the database's. */
export async function readClockSkew(client: SafeClient): Promise<number> {
  const before = Date.now();
  const { rows } = await client.query<{ ms: string }>(
    `SELECT extract(epoch FROM clock_timestamp()) * 1000 AS "ms"`,
  );
  return ((before + Date.now()) / 2 - Number(rows[0]?.ms)) / 1_000;
}

export async function warnOfClockSkew(url: string, log: Log): Promise<void> {
  const seconds = await withConnection(url, readClockSkew);
  if (Math.abs(seconds) > toleratedSeconds) {
    log.warn({ seconds: Math.round(seconds * 10) / 10 }, 'clock.skewed');
  }
}

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
