/** Background migrations: batches beside the requests, by one process at a time, continued after a crash. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, expect, it } from 'vitest';
import type { Progress } from '#server/database/migrations/background.ts';
import { migrate, migrateInBackground } from '#server/database/migrations/migrate.ts';
import { HttpClient } from '#tests/security/http-client.ts';
import { emptyDatabase, freshDatabase, query, type TestDatabase } from '#tests/support/database.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { freePort, startProduct } from '#tests/support/product.ts';
import { copyProduct } from '#tests/support/product-copy.ts';

const databases: TestDatabase[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'background-'));
  folders.push(folder);
  return folder;
}

function write(folder: string, name: string, sql: string, background?: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'migration.sql'), sql);
  if (background) writeFileSync(join(folder, name, 'background.sql'), background);
}

const rows = 200;
const fill = `UPDATE "item" SET "writes" = coalesce("writes", 0) + 1 WHERE "id" IN (
  SELECT "id" FROM "item" WHERE "writes" IS NULL ORDER BY "id" LIMIT 20
)`;

/** A database with a table whose new column is filled in batches of 20 rows. */
async function filledInBackground(background = fill) {
  const database = await emptyDatabase();
  databases.push(database);
  const folder = temporary();
  write(
    folder,
    '1_first',
    `CREATE TABLE "item" AS SELECT n AS "id" FROM generate_series(1, ${rows}) n`,
  );
  write(folder, '2_column', 'ALTER TABLE "item" ADD COLUMN "writes" int', background);
  await migrate(database.url, folder);
  return { url: database.url, folder };
}

const writesOf = (url: string) =>
  query<{ writes: number | null; count: number }>(
    url,
    `SELECT "writes", count(*)::int AS "count" FROM "item" GROUP BY 1 ORDER BY 1`,
  );
const progressOf = (url: string) =>
  query(
    url,
    `SELECT "migration_name" AS "name", "rows"::int, "batches"::int, "finished_at" IS NOT NULL AS "finished"
     FROM "_background_migrations"`,
  );
const finished = { name: '2_column', rows, batches: rows / 20 + 1, finished: true };

it('repeats batches until all rows are filled, once for each database', async () => {
  const { url, folder } = await filledInBackground();
  const seen: Progress[] = [];
  const onBatch = (progress: Progress) => void seen.push(progress);
  await migrateInBackground(url, { folder, onBatch });
  expect(await writesOf(url)).toEqual([{ writes: 1, count: rows }]);
  expect(await progressOf(url)).toEqual([finished]);
  expect(seen[0]).toEqual({ migration: '2_column', rows: 20, isFinished: false });
  expect(seen.at(-1)).toEqual({ migration: '2_column', rows, isFinished: true });
  await migrateInBackground(url, { folder, onBatch });
  expect(seen).toHaveLength(rows / 20 + 1);
});

it('lets one of several processes work while the others wait', async () => {
  const { url, folder } = await filledInBackground();
  const workers: number[] = [];
  const work = (worker: number) =>
    migrateInBackground(url, { folder, onBatch: () => void workers.push(worker) });
  await Promise.all([work(1), work(2), work(3)]);
  expect(new Set(workers).size).toBe(1);
  expect(await progressOf(url)).toEqual([finished]);
});

it('continues after the process was killed in the middle', async () => {
  const { url, folder } = await filledInBackground();
  // Stops the process in the middle, however late it is killed.
  const lock = new Client({ connectionString: url });
  await lock.connect();
  await lock.query(`BEGIN; UPDATE "item" SET "id" = "id" WHERE "id" = ${rows / 2}`);
  const program = `import { migrateInBackground } from '#server/database/migrations/migrate.ts';
    await migrateInBackground(${JSON.stringify(url)}, { folder: ${JSON.stringify(folder)}, onBatch: () => console.log('batch') });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  await lock.query('ROLLBACK');
  await lock.end();
  const [half] = await writesOf(url);
  expect(half?.count).toBeGreaterThan(0);
  expect(half?.count).toBeLessThan(rows);
  await migrateInBackground(url, { folder });
  expect(await writesOf(url)).toEqual([{ writes: 1, count: rows }]);
  expect(await progressOf(url)).toEqual([finished]);
});

it('stops after a batch, and the next process continues', async () => {
  const { url, folder } = await filledInBackground();
  const stopped = new AbortController();
  const { signal } = stopped;
  await migrateInBackground(url, { folder, signal, onBatch: () => stopped.abort() });
  expect(await progressOf(url)).toEqual([
    { name: '2_column', rows: 20, batches: 1, finished: false },
  ]);
  await migrateInBackground(url, { folder });
  expect(await progressOf(url)).toEqual([finished]);
});

it('locks only the rows of the batch', async () => {
  const slow = `UPDATE "item" SET "writes" = 1 WHERE "id" IN (
    SELECT "id" FROM "item" WHERE "writes" IS NULL ORDER BY "id" LIMIT 100) AND pg_sleep(0.005) IS NOT NULL`;
  const { url, folder } = await filledInBackground(slow);
  const done = migrateInBackground(url, { folder });
  const isRunning = () =>
    query(
      url,
      `SELECT 1 AS "one" FROM pg_locks WHERE relation = '"item"'::regclass AND mode = 'RowExclusiveLock'`,
    );
  await expect.poll(isRunning).not.toEqual([]);
  // The previous version doesn't know the column.
  await query(url, `SET statement_timeout = '2s'; INSERT INTO "item" ("id") VALUES (201)`);
  await query(
    url,
    `SET statement_timeout = '2s'; UPDATE "item" SET "id" = "id" + 1000 WHERE "id" > 190`,
  );
  await done;
  expect(await writesOf(url)).toEqual([{ writes: 1, count: rows + 1 }]);
});

it('waits for a request that holds a row of the batch, without being in its way', async () => {
  const { url, folder } = await filledInBackground();
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN; UPDATE "item" SET "id" = -1 WHERE "id" = 5');
  const done = migrateInBackground(url, { folder });
  const isWaiting = () => query(url, 'SELECT FROM pg_locks WHERE NOT granted');
  await expect.poll(isWaiting).toHaveLength(1);
  // Would be a deadlock: the batch holds the row with the ID 1, and waits for the one with 5.
  await client.query('UPDATE "item" SET "id" = -2 WHERE "id" = 1; COMMIT');
  await client.end();
  await done;
  expect(await writesOf(url)).toEqual([{ writes: 1, count: rows }]);
});

it('finishes what a later migration requires, also for rows written since', async () => {
  const { url, folder } = await filledInBackground();
  await migrateInBackground(url, { folder });
  await query(url, `INSERT INTO "item" ("id") VALUES (201)`);
  write(
    folder,
    '3_not_null',
    '-- requires: 2_column\nALTER TABLE "item" ALTER "writes" SET NOT NULL',
  );
  expect(await migrate(url, folder)).toEqual({ applied: ['3_not_null'] });
  expect(await writesOf(url)).toEqual([{ writes: 1, count: rows + 1 }]);
});

it('finishes it also if both are pending', async () => {
  const { url, folder } = await filledInBackground();
  write(
    folder,
    '3_not_null',
    '-- requires: 2_column\nALTER TABLE "item" ALTER "writes" SET NOT NULL',
  );
  await migrate(url, folder);
  expect(await progressOf(url)).toEqual([finished]);
});

it('names the migration whose script does not tell how many rows it changed', async () => {
  const { url, folder } = await filledInBackground('SELECT 1');
  await expect(migrateInBackground(url, { folder })).rejects.toThrow(
    '2_column: the last statement of background.sql must be',
  );
});

it('runs beside the requests of a started product, whose metrics and system page show it', async () => {
  const database = await freshDatabase();
  databases.push(database);
  const folder = temporary();
  const items = `CREATE TABLE "item" AS SELECT n AS "id", NULL::int AS "writes" FROM generate_series(1, ${rows}) n`;
  const program = copyProduct(folder, items, fill);
  await migrate(database.url, join(folder, 'prisma', 'migrations'));
  const lock = new Client({ connectionString: database.url });
  await lock.connect();
  await lock.query('BEGIN; UPDATE "item" SET "id" = -1 WHERE "id" = 50');
  const mailbox = await startMailbox();
  const admin = 'admin@example.org';
  const metrics = await freePort();
  const env = { ADMIN_EMAILS: admin, LOG_LEVEL: 'info', METRICS_PORT: String(metrics) };
  const options = { databaseUrl: database.url, smtpUrl: mailbox.url, env };
  const product = await startProduct({ ...options, program });
  const client = await new HttpClient({ urls: [product.url], mailbox, admin }).signIn(admin);
  const shown = async () =>
    (await client.graphql('{ system { migrations { background { name rows } } } }')).data.system
      .migrations.background;
  const readMetrics = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    return text.match(/^atrium_background_migration_rows.*$/gm);
  };

  await expect.poll(shown).toEqual([{ name: '20990101000000_item', rows: 40 }]);
  const sample = 'atrium_background_migration_rows{migration="20990101000000_item"} 40';
  expect(await readMetrics()).toEqual([sample]);
  await lock.query('ROLLBACK');
  await lock.end();
  await expect.poll(shown, { timeout: 10_000 }).toEqual([]);
  expect(await readMetrics()).toBeNull();
  expect(await writesOf(database.url)).toEqual([{ writes: 1, count: rows }]);
  await expect.poll(() => product.log).toContain(`"rows":${rows},"isFinished":true`);
  await product.stop();
  await mailbox.close();
});
