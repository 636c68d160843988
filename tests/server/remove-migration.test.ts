/** The migration of a removed feature, on a database with data. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findMigrationProblems } from '#scripts/checks/migration-rules.ts';
import { migrateSchema } from '#scripts/db/new-migration.ts';
import { traceMigration } from '#scripts/migrations/trace.ts';
import { reducePrismaSchema } from '#scripts/remove/data-rows.ts';
import { completeNewestMigration } from '#scripts/remove/migration.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { freshDatabase, query } from '#tests/support/database.ts';

const { url, drop } = await freshDatabase();
const empty = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'removed-'));
const prisma = join(folder, 'prisma');
cpSync('prisma', prisma, { recursive: true });
afterAll(async () => {
  await Promise.all([drop(), empty.drop()]);
  rmSync(folder, { recursive: true });
});

/** A value of an enum, a table and a column. */
const names = /^(language_changed|idempotencyKeys?|onboardedAt)$/i;

const triggers = () =>
  query(
    url,
    `SELECT pg_get_triggerdef(oid) FROM pg_trigger
     WHERE tgrelid = '"account_event"'::regclass AND NOT tgisinternal ORDER BY 1`,
  );

it('deletes what was removed and nothing else', async () => {
  await query(
    url,
    `INSERT INTO "account_event" ("id", "userId", "kind") VALUES
       ('evt_1', 'usr_1', 'signed_in'), ('evt_2', 'usr_1', 'language_changed'), ('evt_3', 'usr_1', 'banned')`,
  );
  await query(url, `INSERT INTO "former_admin_address" ("addressHash") VALUES ('a'), ('b')`);
  const former = await triggers();
  const schema = join(prisma, 'schema.prisma');
  const { text } = reducePrismaSchema(schema, readFileSync(schema, 'utf8'), names);
  writeFileSync(schema, text);
  const path = String(await migrateSchema(url, prisma, 'remove'));
  completeNewestMigration(folder, {
    discarded: { former_admin_address: `"addressHash" = 'a'` },
  });

  const script = readFileSync(join(prisma, path), 'utf8');
  const effects = await traceMigration(empty.url, 'remove', script);
  expect(findMigrationProblems(path, effects)).toEqual([]);
  await migrate(url, join(prisma, 'migrations'));
  expect(await query(url, 'SELECT "id", "kind" FROM "account_event" ORDER BY "id"')).toEqual([
    { id: 'evt_1', kind: 'signed_in' },
    { id: 'evt_3', kind: 'banned' },
  ]);
  expect(await query(url, 'SELECT "addressHash" FROM "former_admin_address"')).toEqual([
    { addressHash: 'b' },
  ]);
  expect(await triggers()).toEqual(former);
  await expect(query(url, 'DELETE FROM "account_event"')).rejects.toThrow('append_only');
  expect(await query(url, `SELECT to_regclass('"idempotency_key"') AS "table"`)).toEqual([
    { table: null },
  ]);
  await expect(query(url, 'SELECT "onboardedAt" FROM "user"')).rejects.toThrow('does not exist');
});
