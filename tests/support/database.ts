/** One PostgreSQL per test run, with a migrated template that each test database copies. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';

const TEMPLATE = 'template_atrium';
const VARIABLE = 'ATRIUM_TEST_POSTGRES';

/**
 * Global setup of Vitest and Playwright: starts PostgreSQL with durability off, migrates the template and returns
 * the teardown.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'atrium-test-'));
  const postgres = await startEmbedded({
    dataDir,
    database: TEMPLATE,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '200',
      shared_buffers: '64MB',
    },
  });
  const teardown = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await migrate(postgres.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  process.env[VARIABLE] = postgres.url;
  return teardown;
}

export type TestDatabase = {
  url: string;
  drop(): Promise<void>;
};

/** Creates a migrated, empty database. Throws if this file isn't the global setup. */
export async function freshDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runMaintenance(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = new URL(databaseServer());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runMaintenance(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

/** Runs `work` with a connection of its own. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

export const query = <Row extends object>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> => withClient(url, async (client) => (await client.query<Row>(sql, values)).rows);

export function databaseServer(): string {
  const url = process.env[VARIABLE];
  if (!url)
    throw new Error(
      'No PostgreSQL was set up: this project needs globalSetup tests/support/database.ts.',
    );
  return url;
}

/** object_in_use, and insufficient_privilege to end another role's session. */
const transientErrors = new Set<string | undefined>(['55006', '42501']);

async function runMaintenance(sql: string): Promise<void> {
  const url = new URL(databaseServer());
  url.pathname = '/postgres';
  await withClient(url.href, async (client) => {
    // PostgreSQL refuses to copy a template in use and to drop a database during autovacuum.
    for (let tries = 0; ; tries++) {
      try {
        await client.query(sql);
        return;
      } catch (error) {
        if (!transientErrors.has((error as { code?: string }).code) || tries > 600) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  });
}

/** Tables that only the last release uses. The next one drops them. */
export const formerTables = ['idempotency_key', 'server_process'];

/** A fresh database without tables. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const database = await freshDatabase();
  await query(database.url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public;');
  return database;
}
