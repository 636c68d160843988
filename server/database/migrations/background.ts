/**
 * Background migrations fill tables while requests are served: `background.sql` beside a `migration.sql` is repeated, each
 * time in its own transaction, until it changes no more rows.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'pg';
import { withConnection } from '#server/database/connections/connection.ts';
import type { SafeClient } from '#server/database/connections/safe-client.ts';
import { CliError } from '#server/progress.ts';
import { isLocked, lockedPauseMs, lockTimeoutMs } from './migration-locks.ts';
import { hasProgressTable, type RunQuery, readUnfinished } from './unfinished.ts';

/** Next to the lock of Prisma Migrate. */
const advisoryLock = 72707370;
const pollMs = 500;
const minPauseMs = 10;

const createTable = `CREATE TABLE "_background_migrations" (
  "migration_name" TEXT PRIMARY KEY,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "finished_at" TIMESTAMPTZ,
  "batches" BIGINT NOT NULL DEFAULT 0,
  "rows" BIGINT NOT NULL DEFAULT 0
)`;

const saveProgress = `
  INSERT INTO "_background_migrations" AS "saved" ("migration_name", "batches", "rows", "finished_at")
    VALUES ($1, 1, $2::bigint, CASE WHEN $2::bigint = 0 THEN now() END)
  ON CONFLICT ("migration_name") DO UPDATE
    SET "batches" = "saved"."batches" + 1, "rows" = "saved"."rows" + $2::bigint, "finished_at" = EXCLUDED."finished_at"
  RETURNING "rows"::float8 AS "rows"`;

/** `rows` were changed so far, also by earlier processes. */
export type Progress = { migration: string; rows: number; isFinished: boolean };

export type OnBatch = (progress: Progress) => void;

type Run = { folder: string; onBatch?: OnBatch; signal?: AbortSignal };

/** Path of the background part of a migration, if it has one. */
export function findBackground(folder: string, name: string): string | undefined {
  const file = join(folder, name, 'background.sql');
  return existsSync(file) ? file : undefined;
}

/** Polls, like the migration lock, because a waiting statement holds a snapshot. Returns false once aborted. */
async function lock(client: SafeClient, signal: AbortSignal | undefined): Promise<boolean> {
  while (!signal?.aborted) {
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${advisoryLock}) AS locked`);
    if (rows[0].locked) return true;
    await sleep(pollMs);
  }
  return false;
}

const queryWith =
  (client: SafeClient): RunQuery =>
  async (sql, ...values) =>
    (await client.query(sql, values)).rows;

/** The rows that the last statement of a script changed. */
function changedRows(name: string, result: QueryResult | QueryResult[]): number {
  const last = [result].flat().at(-1);
  if (last && last.command !== 'SELECT' && last.rowCount !== null) return last.rowCount;
  throw new CliError(
    `${name}: the last statement of background.sql must be INSERT, UPDATE, DELETE or MERGE.`,
    'The number of rows it changes tells when the work is finished.',
  );
}

/** Runs one batch. Returns the rows it changed, and those changed in total. */
async function runBatch(client: SafeClient, name: string, script: string) {
  await client.query(`BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}`);
  try {
    const changed = changedRows(name, await client.query(script));
    const { rows } = await client.query<{ rows: number }>(saveProgress, [name, changed]);
    await client.query('COMMIT');
    return { changed, total: rows[0]?.rows ?? 0 };
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Runs a batch, again and again while requests hold a lock on its rows. */
async function retryBatch(client: SafeClient, name: string, script: string, signal?: AbortSignal) {
  for (;;) {
    try {
      return await runBatch(client, name, script);
    } catch (error) {
      if (!isLocked(error) || signal?.aborted) throw error;
      await sleep(lockedPauseMs);
    }
  }
}

/** Repeats batches until one changes nothing. Needs the lock. Pauses as long as it works. */
async function runBatches(client: SafeClient, name: string, { folder, onBatch, signal }: Run) {
  const script = readFileSync(join(folder, name, 'background.sql'), 'utf8');
  if (!(await hasProgressTable(queryWith(client)))) await client.query(createTable);
  while (!signal?.aborted) {
    const start = performance.now();
    const { changed, total } = await retryBatch(client, name, script, signal);
    const isFinished = changed === 0;
    onBatch?.({ migration: name, rows: total, isFinished });
    if (isFinished) return;
    await sleep(Math.max(minPauseMs, performance.now() - start));
  }
}

/**
 * Finishes the background migrations among `names`, in order, or waits while another process does. Ends early, after a
 * batch, once `signal` is aborted.
 */
export async function finishBackground(url: string, names: string[], run: Run): Promise<void> {
  const candidates = names.filter((name) => findBackground(run.folder, name));
  if (candidates.length === 0) return;
  await withConnection(url, async (client) => {
    const query = queryWith(client);
    if ((await readUnfinished(query, candidates)).length === 0) return;
    if (!(await lock(client, run.signal))) return;
    for (const { name } of await readUnfinished(query, candidates)) {
      await runBatches(client, name, run);
    }
  });
}

/**
 * Finishes what a migration names in a line `-- requires: NAME`, on the connection that migrates. Runs finished ones again,
 * for rows that the previous version has written since.
 */
export async function finishRequired(client: SafeClient, script: string, folder: string) {
  for (const [, name = ''] of script.matchAll(/^--\s*requires:\s*(\S+)/gm)) {
    if (!findBackground(folder, name)) {
      throw new CliError(`There is no ${name}/background.sql.`, 'Correct the line "requires".');
    }
    await lock(client, undefined);
    await runBatches(client, name, { folder }).catch((cause) => {
      if (cause instanceof CliError) throw cause;
      const message = `${name}/background.sql: ${(cause as Error).message}`;
      throw new CliError(message, 'Correct it and start again.', { cause });
    });
    await client.query(`SELECT pg_advisory_unlock(${advisoryLock})`);
  }
}
