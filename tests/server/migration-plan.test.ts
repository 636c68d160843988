import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { planMigrations } from '#scripts/migrations/plan.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { emptyDatabase, freshDatabase, query } from '#tests/support/database.ts';
import { copyProduct } from '#tests/support/product-copy.ts';
import { prove } from '#tests/support/promises.ts';

const database = await emptyDatabase();
const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}

it('plans the pending migrations by the size of the tables, and applies none', async ({ task }) => {
  prove(task, 'upgrade', 'names each pending migration and the tables it locks');
  prove(task, 'upgrade', 'Nothing is changed.');
  write('1_first', 'CREATE TABLE "big" ("id" int, "text" text); CREATE TABLE "small" ("id" int);');
  expect(await planMigrations(database.url, folder)).toEqual([
    'The database is empty: no table can be locked.',
  ]);
  await migrate(database.url, folder);
  const fill = `ALTER TABLE "small" SET (autovacuum_enabled = off); INSERT INTO "big" SELECT n, repeat('x', 1000) FROM generate_series(1, 2000) n; ANALYZE "big"`;
  await query(database.url, fill);
  write('2_new', 'CREATE TABLE "new" ("id" int);');
  write(
    '3_type',
    'ALTER TABLE "small" ADD COLUMN "text" text; ALTER TABLE "big" ALTER "id" TYPE bigint;',
  );
  writeFileSync(join(folder, '3_type', 'background.sql'), 'UPDATE "small" SET "text" = 1');
  write('4_index', 'CREATE INDEX CONCURRENTLY "big_id" ON "big"("id");');
  expect(await planMigrations(database.url, folder)).toEqual([
    '2_new',
    '  locks no table in use',
    '3_type',
    '  small (0 rows, 0 MB): reads and writes wait; about 0.2 s',
    '  big (2,000 rows, 3 MB): reads and writes wait; the table is rewritten; about 0.2 s',
    '  fills rows in batches after the start',
    '4_index',
    '  big (2,000 rows, 3 MB): nothing waits; an index is built; about 0.5 s',
  ]);
  const names = `SELECT migration_name AS name FROM _prisma_migrations`;
  expect(await query(database.url, names)).toEqual([{ name: '1_first' }]);
}, 60_000);

it('plans and applies them in an image, which has no PostgreSQL', async () => {
  const fresh = await freshDatabase();
  const image = join(folder, 'image');
  copyProduct(
    image,
    'ALTER TABLE "repository" ADD COLUMN "size" int',
    'UPDATE "repository" SET "size" = 1 WHERE "id" IN (SELECT "id" FROM "repository" WHERE "size" IS NULL LIMIT 10)',
  );
  const run = (option: string) =>
    execFileSync(process.execPath, ['dist/server/cli.js', 'migrate', option], {
      cwd: image,
      // Its file system is read-only.
      env: { DATABASE_URL: fresh.url, TMPDIR: '/missing' },
      encoding: 'utf8',
    });
  const planned = run('--plan');
  expect(planned).toContain('20990101000000_item\n  repository (');
  expect(planned).toContain('fills rows in batches after the start');
  const left = `SELECT datname FROM pg_database WHERE datname LIKE 'atrium_plan%'`;
  expect(await query(fresh.url, left)).toEqual([]);
  expect(run('--wait')).toMatch(
    /Finishing background migrations.*\n {2}20990101000000_item: 0 rows/,
  );
  await fresh.drop();
}, 60_000);
