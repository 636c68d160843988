import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { migrateSchema } from '#scripts/db/new-migration.ts';
import { migrationPath } from '#scripts/lib/migration-path.ts';
import { freshDatabase } from '#tests/support/database.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'atrium-schema-'));
cpSync('prisma', folder, { recursive: true });
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const schema = join(folder, 'schema.prisma');

function addColumn(name: string): void {
  const text = readFileSync(schema, 'utf8');
  writeFileSync(
    schema,
    text.replace('model Repository {', `model Repository {\n  ${name} String?`),
  );
}

async function written(): Promise<string | undefined> {
  const path = await migrateSchema(database.url, folder, 'test');
  return path && readFileSync(join(folder, path), 'utf8');
}

it('writes each change of the schema once', async () => {
  expect(await written(), 'prisma/schema.prisma lacks a migration: npm run db:new-migration').toBe(
    undefined,
  );
  addColumn('firstAdded');
  expect(await written()).toContain('ADD COLUMN     "firstAdded" TEXT');
  expect(await written()).toBeUndefined();
  addColumn('nextAdded');
  const next = await written();
  expect(next).toContain('ADD COLUMN     "nextAdded" TEXT');
  expect(next).not.toContain('firstAdded');
});

it('follows a migration that was named by a clock that is ahead', () => {
  mkdirSync(join(folder, 'migrations', '29991231000000_ahead'));
  expect(migrationPath(folder, 'next')).toBe('migrations/29991231000001_next/migration.sql');
});
