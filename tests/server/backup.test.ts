import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { restoreBackup } from '#scripts/lib/restore-backup.ts';
import { writeBackup } from '#scripts/lib/write-backup.ts';
import { freshDatabase, query } from '#tests/support/database.ts';
import { createRepository } from '#tests/support/factories.ts';
import { prove } from '#tests/support/promises.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const { database } = server;
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const targets: { drop(): Promise<void> }[] = [];
afterAll(async () => {
  for (const target of targets) await target.drop();
  rmSync(folder, { recursive: true });
});

async function target(): Promise<string> {
  const fresh = await freshDatabase();
  targets.push(fresh);
  return fresh.url;
}

async function contents(url: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> '_prisma_migrations'`,
  );
  const entries = tables.map(async ({ name }) => {
    const [row] = await query<{ hash: string }>(
      url,
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS hash FROM "${name}" t`,
    );
    return [name, row?.hash ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

const admin = await server.as('admin');
await server.impersonate();
for (const description of ['a\tb\\N\n\\.\nc', '\\.', 'مستودع 🌱', '', '-- x', '"\'$$']) {
  await createRepository(database, { description });
}
await admin.send(
  'mutation { createRepository(input: { name: "Kept", link: "a.example" }) { errors { code } } }',
);
const sequence = 'CREATE TABLE "counted" ("id" int GENERATED ALWAYS AS IDENTITY, "note" text)';
await query(server.url, `${sequence}; INSERT INTO "counted" ("note") VALUES ('a'), (NULL)`);
const file = join(folder, 'one.sql.gz');
const rows = await writeBackup(server.url, file);

it('a backup restores every row of every table into an empty database', async ({ task }) => {
  prove(task, 'back-up', 'Counters, search columns and triggers are as they were.');
  const url = await target();
  await query(url, sequence);
  expect(rows).toMatchObject({ repository: 7, row_count: 3, counted: 2 });
  expect(await restoreBackup(url, file)).toEqual(rows);
  expect(await contents(url)).toEqual(await contents(server.url));
  await query(url, 'DELETE FROM "repository"');
  const total = `SELECT sum("rows") AS "rows" FROM "row_count_part" WHERE "table" = 'repository'`;
  expect(await query(url, total)).toEqual([{ rows: '0' }]);
  expect(await query(url, `INSERT INTO "counted" DEFAULT VALUES RETURNING "id"`)).toEqual([
    { id: 3 },
  ]);
});

it('one of an earlier version is restored into a database without tables, and migrated', async ({
  task,
}) => {
  prove(
    task,
    'back-up',
    'A database without tables is migrated to the state of the backup, filled, and migrated to the current version.',
  );
  const url = await target();
  await query(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const plain = join(folder, 'plain.sql.gz');
  await query(server.url, 'DROP TABLE "counted"');
  await writeBackup(server.url, plain);
  await restoreBackup(url, plain);
  expect(await contents(url)).toEqual(await contents(server.url));
});

it('emails that were queued are not sent by the copy, unless that is asked for', async ({
  task,
}) => {
  prove(task, 'back-up', 'Emails that were queued when the backup was written are not sent');
  await query(
    server.url,
    `INSERT INTO "mail" ("id", "to", "payload", "nextAttemptAt") VALUES ('mail_queued', 'ada@example.com', 'x', now() + interval '1 hour')`,
  );
  const queued = join(folder, 'queued.sql.gz');
  await writeBackup(server.url, queued);
  await query(server.url, `DELETE FROM "mail" WHERE "id" = 'mail_queued'`);
  const read = (url: string) =>
    query(url, `SELECT "state", "payload" FROM "mail" WHERE "id" = 'mail_queued'`);
  const copy = await target();
  await restoreBackup(copy, queued);
  expect(await read(copy)).toEqual([{ state: 'expired', payload: null }]);
  const rescued = await target();
  await restoreBackup(rescued, queued, { sendMails: true });
  expect(await read(rescued)).toEqual([{ state: 'pending', payload: 'x' }]);
});

it('its file is for its owner only, and is not overwritten', async ({ task }) => {
  prove(task, 'back-up', 'Only its owner can read it');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(writeBackup(server.url, file)).rejects.toThrow('exists');
  const elsewhere = join(folder, 'missing', 'a.sql.gz');
  await expect(writeBackup(server.url, elsewhere)).rejects.toThrow('There is no folder');
  expect(existsSync(`${file}.part`)).toBe(false);
});

it('is of one moment, while others write', async ({ task }) => {
  prove(
    task,
    'back-up',
    'It can run while the product serves: it reads one snapshot and blocks nothing.',
  );
  const before = await contents(server.url);
  const during = join(folder, 'during.sql.gz');
  const blocker = new Client({ connectionString: server.url });
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE "user" IN ACCESS EXCLUSIVE MODE');
  const writing = writeBackup(server.url, during);
  const isWaiting = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'COPY %'`;
  await expect.poll(() => query(server.url, isWaiting), { timeout: 20_000 }).toHaveLength(1);
  const { id } = await createRepository(database, { description: 'written during the backup' });
  await blocker.query(`UPDATE "user" SET "name" = 'Renamed'; COMMIT`);
  await blocker.end();
  await writing;
  const url = await target();
  await restoreBackup(url, during);
  expect(await contents(url)).toEqual(before);
  expect(await query(server.url, `SELECT 1 FROM "repository" WHERE "id" = '${id}'`)).toHaveLength(
    1,
  );
});

it('an interrupted backup leaves no file, or is named', async ({ task }) => {
  prove(task, 'back-up', 'A failed or stopped run exits with an error and leaves no file.');
  const interrupted = join(folder, 'interrupted.sql.gz');
  const blocker = new Client({ connectionString: server.url });
  await blocker.connect();
  await blocker.query('BEGIN; LOCK TABLE "user" IN ACCESS EXCLUSIVE MODE');
  const start = () =>
    spawn(process.execPath, ['scripts/cli.ts', 'backup', interrupted], {
      env: { ...process.env, DATABASE_URL: server.url, BASE_URL: '' },
      stdio: 'ignore',
    });
  for (const [signal, isLeft] of [
    ['SIGTERM', false],
    ['SIGKILL', true],
  ] as const) {
    const running = start();
    await expect.poll(() => existsSync(`${interrupted}.part`), { timeout: 20_000 }).toBe(true);
    running.kill(signal);
    await once(running, 'exit');
    expect(existsSync(`${interrupted}.part`)).toBe(isLeft);
  }
  await blocker.end();
  await expect(writeBackup(server.url, interrupted)).rejects.toThrow(
    'another backup is being written to it, or one was interrupted',
  );
  rmSync(`${interrupted}.part`);
  await writeBackup(server.url, interrupted);
});

it('a database with rows is replaced only where that is asked for', async ({ task }) => {
  prove(
    task,
    'back-up',
    'A database with rows is rejected. `--replace` deletes them first, in the same transaction.',
  );
  const url = await target();
  await query(url, sequence);
  await query(url, `INSERT INTO "counted" ("note") VALUES ('mine')`);
  await expect(restoreBackup(url, file)).rejects.toThrow('not empty');
  expect(await query(url, 'SELECT "note" FROM "counted"')).toEqual([{ note: 'mine' }]);
  await restoreBackup(url, file, { replace: true });
  expect(await query(url, 'SELECT "note" FROM "counted"')).toEqual([{ note: 'a' }, { note: null }]);
});

it.for<[string, (text: string) => string | Buffer, string]>([
  ['is cut off', (text) => gzipSync(text).subarray(0, 2_000), 'damaged'],
  ['lost its end', (text) => text.slice(0, -200), 'its end is missing'],
  ['was changed', (text) => text.replace('Kept', 'Kent'), 'checksum'],
  ['has a time that is none', (text) => text.replace(/\t20\d\d-/, '\t2x26-'), 'damaged'],
  ['is something else', () => 'hello\n', 'description'],
  [
    'is of a later version',
    (text) => text.replace('"migrations":[', '"migrations":["29990101000000_future",'),
    '29990101000000_future',
  ],
  [
    'lacks a migration',
    (text) => text.replace(/(?<="migrations":\[[^\]]*),?"\d+_\w+"(?=\])/, ''),
    'differ',
  ],
  ['names another table', (text) => text.replaceAll('"repository"', '"reposit0ry"'), 'reposit0ry'],
])('nothing is restored where the file %s', async ([what, change, message], { task }) => {
  prove(task, 'back-up', 'A damaged file changes nothing.')(`a file that ${what} is rejected`);
  const url = await target();
  await query(url, sequence);
  const before = await contents(url);
  const changed = change(gunzipSync(readFileSync(file)).toString());
  const broken = join(folder, 'broken.sql.gz');
  writeFileSync(broken, typeof changed === 'string' ? gzipSync(changed) : changed);
  await expect(restoreBackup(url, broken)).rejects.toThrow(message);
  expect(await contents(url)).toEqual(before);
});
