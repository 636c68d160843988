import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withSchemaEngine } from '#scripts/lib/schema-engine.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { emptyDatabase, query, withClient } from '#tests/support/database.ts';
import { duringTransaction } from '#tests/support/open-transaction.ts';

const committed = 'prisma/migrations';
const filters = { externalTables: [], externalEnums: [] };

async function emptyUrl(): Promise<string> {
  const { url, drop } = await emptyDatabase();
  onTestFinished(drop);
  return url;
}

const records = (url: string) =>
  query(
    url,
    `SELECT migration_name AS name, checksum, applied_steps_count AS steps, logs,
       finished_at > started_at AS finished, rolled_back_at IS NOT NULL AS "rolledBack"
     FROM _prisma_migrations ORDER BY started_at`,
  );

const columns = (url: string) =>
  query(
    url,
    `SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
     FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`,
  );

function migrationsFolder(scripts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(scripts)) writeMigration(folder, name, sql);
  return folder;
}

function writeMigration(folder: string, name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

const migrationList = (folder: string) => ({
  baseDir: folder,
  shadowDbInitScript: '',
  lockfile: { path: 'migration_lock.toml', content: 'provider = "postgresql"\n' },
  migrationDirectories: readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: path }) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: readFileSync(join(folder, path, 'migration.sql'), 'utf8'),
        },
      },
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1)),
});

/** The engine call of `prisma migrate deploy`. */
const deploy = (url: string, folder: string) =>
  withSchemaEngine(url, (engine) =>
    engine.applyMigrations({ migrationsList: migrationList(folder), filters }),
  );

/** The engine call of `prisma migrate status`. */
const status = (url: string, folder: string) =>
  withSchemaEngine(url, (engine) =>
    engine.diagnoseMigrationHistory({
      migrationsList: migrationList(folder),
      optInToShadowDatabase: false,
      filters,
    }),
  );

const inSync = {
  editedMigrationNames: [],
  failedMigrationNames: [],
  hasMigrationsTable: true,
  history: null,
};

it('applies the committed migrations so that Prisma sees nothing left to do', async () => {
  const url = await emptyUrl();
  const { applied } = await migrate(url);
  expect(applied).toEqual(migrationList(committed).migrationDirectories.map(({ path }) => path));
  expect(await status(url, committed)).toEqual(inSync);
  expect(await deploy(url, committed)).toEqual({ appliedMigrationNames: [] });
  expect(await migrate(url)).toEqual({ applied: [] });
});

it('keeps the same table and rows as Prisma', async () => {
  const folder = migrationsFolder({
    '20260101000000_first': 'CREATE TABLE first (id int);',
    '20260102000000_second': 'CREATE TABLE second (id int);\r\n-- ärgerlich\r\n',
  });
  const [ours, theirs] = [await emptyUrl(), await emptyUrl()];
  await migrate(ours, folder);
  await deploy(theirs, folder);
  expect(await records(ours)).toEqual(await records(theirs));
  expect(await columns(ours)).toEqual(await columns(theirs));
  writeMigration(folder, '20260103000000_third', 'CREATE TABLE third (id int);');
  expect(await migrate(theirs, folder)).toEqual({ applied: ['20260103000000_third'] });
  expect(await status(theirs, folder)).toEqual(inSync);
});

it('names the migration and the line that PostgreSQL refuses, and can be run again', async () => {
  const folder = migrationsFolder({
    '20260101000000_good': 'CREATE TABLE good (id int);',
    '20260102000000_bad': 'CREATE TABLE half (id int);\nCREATE TABLE broken (id nonsense);',
    '20260103000000_later': 'CREATE TABLE later (id int);',
  });
  const url = await emptyUrl();
  await expect(migrate(url, folder)).rejects.toThrow(
    '20260102000000_bad: type "nonsense" does not exist (line 2)',
  );
  expect(await records(url)).toMatchObject(
    [
      { name: '20260101000000_good', finished: true, rolledBack: false },
      { name: '20260102000000_bad', steps: 0, rolledBack: true, logs: /nonsense/ },
    ].map(({ logs, ...row }) => (logs ? { ...row, logs: expect.stringMatching(logs) } : row)),
  );
  expect(await query(url, `SELECT to_regclass('half') AS name`)).toEqual([{ name: null }]);

  writeMigration(folder, '20260102000000_bad', 'CREATE TABLE half (id int);');
  const { applied } = await migrate(url, folder);
  expect(applied).toEqual(['20260102000000_bad', '20260103000000_later']);
  expect(await status(url, folder)).toEqual(inSync);
});

it('passes on what a migration says of the rows it changed', async () => {
  const folder = migrationsFolder({
    '20260101000000_first': `DO $$ BEGIN RAISE NOTICE 'Renamed % repositories', 54; END $$;`,
  });
  const notices: unknown[] = [];
  await migrate(await emptyUrl(), folder, (...notice) => notices.push(notice));
  expect(notices).toEqual([['20260101000000_first', 'Renamed 54 repositories']]);
});

it('recovers from a run that was killed, unless its script commits by itself', async () => {
  const [first, second] = ['20260101000000_first', '20260102000000_second'];
  const folder = migrationsFolder({ [first]: 'CREATE TABLE first (id int);' });
  const url = await emptyUrl();
  await migrate(url, folder);
  const kill = `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES (gen_random_uuid(), '', '${second}')`;

  writeMigration(folder, second, 'CREATE TABLE second (id int);');
  await query(url, kill);
  expect(await migrate(url, folder)).toEqual({ applied: [second] });

  await query(url, `DELETE FROM _prisma_migrations WHERE migration_name = '${second}'; ${kill}`);
  writeMigration(folder, second, 'BEGIN;\nSELECT 1;\nCOMMIT;\nCREATE TABLE third (id int);');
  await expect(migrate(url, folder)).rejects.toThrow(`${second} failed and may be half applied.`);
});

it('lets two instances start at once', async () => {
  const folder = migrationsFolder({
    '20260101000000_slow': 'SELECT pg_sleep(0.3); CREATE TABLE slow (id int);',
  });
  const url = await emptyUrl();
  const both = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect(both.flatMap(({ applied }) => applied)).toEqual(['20260101000000_slow']);
});

it('builds an index concurrently while another instance waits for its turn', async () => {
  const folder = migrationsFolder({
    '20260101000000_table': 'CREATE TABLE big AS SELECT n FROM generate_series(1, 10000) n;',
    '20260102000000_index': '-- Writes go on.\nCREATE INDEX CONCURRENTLY big_n ON big (n);',
  });
  const url = await emptyUrl();
  const both = await Promise.all([migrate(url, folder), migrate(url, folder)]);
  expect(both.flatMap(({ applied }) => applied)).toHaveLength(2);
  const valid = `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = 'big_n'::regclass`;
  expect(await query(url, valid)).toEqual([{ valid: true }]);
});

it('serves the requests that wait behind a migration which waits for a long query', async () => {
  const folder = migrationsFolder({ '20260101000000_old': 'CREATE TABLE old (id int);' });
  const url = await emptyUrl();
  await migrate(url, folder);
  writeMigration(folder, '20260102000000_new', 'ALTER TABLE old ADD COLUMN name text;');
  const { migrated } = await duringTransaction(url, 'SELECT * FROM old', async () => {
    const migrated = migrate(url, folder);
    const waiting = `SELECT 1 AS one FROM pg_locks WHERE relation = 'old'::regclass AND NOT granted`;
    await expect.poll(() => query(url, waiting)).toEqual([{ one: 1 }]);
    // Waits behind the migration until it is rolled back.
    expect(await query(url, 'SELECT * FROM old')).toEqual([]);
    return { migrated };
  });
  expect(await migrated).toEqual({ applied: ['20260102000000_new'] });
});

it('gives way to a request that locks the same tables in another order', async () => {
  const folder = migrationsFolder({
    '20260101000000_old': 'CREATE TABLE first (id int); CREATE TABLE second (id int);',
  });
  const url = await emptyUrl();
  await migrate(url, folder);
  const script = 'LOCK TABLE second; ALTER TABLE first ADD COLUMN name text;';
  writeMigration(folder, '20260102000000_new', script);
  const { migrated } = await withClient(url, async (client) => {
    await client.query('BEGIN; INSERT INTO first VALUES (1)');
    const migrated = migrate(url, folder);
    const waiting = `SELECT 1 AS one FROM pg_locks WHERE relation = 'first'::regclass AND NOT granted`;
    await expect.poll(() => query(url, waiting)).toEqual([{ one: 1 }]);
    await client.query('INSERT INTO second VALUES (1); COMMIT');
    return { migrated };
  });
  expect(await migrated).toEqual({ applied: ['20260102000000_new'] });
});

it('refuses a database with tables that no migration made', async () => {
  const url = await emptyUrl();
  await query(url, 'CREATE TABLE foreign_table (id int)');
  await expect(migrate(url)).rejects.toThrow('The database is not empty');
  await expect(deploy(url, committed)).rejects.toThrow('The database schema is not empty');
});

it('waits for the lock of Prisma Migrate', async () => {
  const folder = migrationsFolder({ '20260101000000_first': 'CREATE TABLE first (id int);' });
  const url = await emptyUrl();
  const { migrated } = await withClient(url, async (client) => {
    await client.query('SELECT pg_advisory_lock(72707369)');
    const migrated = migrate(url, folder);
    const asked = `SELECT state FROM pg_stat_activity
    WHERE datname = current_database() AND query = 'SELECT pg_try_advisory_lock(72707369) AS locked'`;
    await expect.poll(() => query(url, asked)).toEqual([{ state: 'idle' }]);
    expect(await query(url, `SELECT to_regclass('first') AS name`)).toEqual([{ name: null }]);
    return { migrated };
  });
  expect(await migrated).toEqual({ applied: ['20260101000000_first'] });
});
