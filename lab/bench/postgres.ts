import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { step } from '#server/progress.ts';
import { fill, fillPeers, withClient } from './fill.ts';

export type BenchPostgres = {
  productUrl: string;
  peersUrl: string;
  pid: number;
  statements(url: string): Promise<number>;
  stop(): Promise<void>;
};

export async function startPostgres(rows: number, token: string): Promise<BenchPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'));
  const postgres = await step('Starting the database', () =>
    startEmbedded({
      dataDir,
      settings: {
        max_connections: '100',
        shared_buffers: '512MB',
        shared_preload_libraries: 'pg_stat_statements',
        'pg_stat_statements.track_utility': 'off',
      },
    }),
  );
  const counter = new Client({ connectionString: postgres.superuserUrl });
  counter.on('error', () => {});
  const stop = async () => {
    await counter.end();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await counter.connect();
    await counter.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
    const peersUrl = new URL(postgres.url);
    peersUrl.pathname = '/peers';
    await withClient(postgres.url, (client) => client.query('CREATE DATABASE peers'));
    await step(`Adding ${rows.toLocaleString('en')} repositories`, async () => {
      await migrate(postgres.url);
      await fill(postgres.url, rows);
      await fillPeers(peersUrl.href, rows, token);
    });
    return {
      productUrl: postgres.url,
      peersUrl: peersUrl.href,
      pid: postgres.pid ?? 0,
      async statements(url) {
        const database = new URL(url).pathname.slice(1);
        const { rows } = await counter.query(
          `SELECT coalesce(sum("calls"), 0)::int AS "calls" FROM pg_stat_statements
            WHERE "dbid" = (SELECT "oid" FROM pg_database WHERE "datname" = $1)`,
          [database],
        );
        return rows[0].calls;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs `work` on a database of its own, which holds no rows yet. */
export async function withPostgres(
  work: (postgres: { url: string; pid: number }) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-bench-'));
  const {
    url,
    pid = 0,
    stop,
  } = await startEmbedded({
    dataDir,
    settings: { shared_buffers: '512MB' },
  });
  try {
    await migrate(url);
    await work({ url, pid });
  } finally {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
