import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { migrateSchema } from '#scripts/db/new-migration.ts';
import { migrationPath } from '#scripts/lib/migration-path.ts';
import { withConnection } from '#server/database/connection.ts';
import { hasMigratedRoles, requireMigratedRoles } from '#server/database/migrations/migrate.ts';
import { roleNames } from '#shared/permissions.ts';
import { freshDatabase } from '#tests/support/database.ts';

const database = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'atrium-schema-'));
cpSync('prisma', folder, { recursive: true });
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const schema = join(folder, 'schema.prisma');

function edit(from: string, to: string): void {
  writeFileSync(schema, readFileSync(schema, 'utf8').replace(from, to));
}

const addColumn = (name: string) =>
  edit('model Repository {', `model Repository {\n  ${name} String?`);

async function allWritten(roles?: string[]): Promise<string[]> {
  const paths = await migrateSchema(database.url, folder, 'test', roles && { roles });
  return paths.map((path) => readFileSync(join(folder, path), 'utf8'));
}

async function written(roles?: string[]): Promise<string | undefined> {
  const [first, ...later] = await allWritten(roles);
  expect(later).toEqual([]);
  return first;
}

it('writes each change of the schema once', async () => {
  const lacking = 'prisma/schema.prisma, or the roles, lack a migration: npm run db:new-migration';
  expect(await written(), lacking).toBe(undefined);
  addColumn('firstAdded');
  expect(await written()).toContain('ADD COLUMN     "firstAdded" TEXT');
  expect(await written()).toBeUndefined();
  addColumn('nextAdded');
  const next = await written();
  expect(next).toContain('ADD COLUMN     "nextAdded" TEXT');
  expect(next).not.toContain('firstAdded');
});

it('lets work go on while an index is built and a foreign key is checked on a table with rows', async () => {
  edit(
    'model Repository {',
    `model Repository {
  keeperId String?
  keeper   User?   @relation("keeper", fields: [keeperId], references: [id])
  added    AddedLabel[]
  @@index([keeperId, id])
  @@unique([id, keeperId])`,
  );
  edit('model User {', 'model User {\n  kept Repository[] @relation("keeper")');
  edit(
    'model Repository {',
    `model AddedLabel {
  id           String     @id
  repositoryId String
  keeperId     String
  repository   Repository @relation(fields: [repositoryId, keeperId], references: [id, keeperId])
  @@index([repositoryId])
  @@map("added_label")
}

model Repository {`,
  );
  const [first = '', ...later] = await allWritten();
  expect(first).toMatch(/CREATE INDEX "added_label_repositoryId_idx"/);
  expect(first).toMatch(/"added_label_repositoryId_keeperId_fkey" [^;]+ CASCADE;/);
  expect(first).toMatch(
    /ALTER TABLE "repository" ADD CONSTRAINT "\w+" FOREIGN KEY [^;]+ NOT VALID;/,
  );
  expect(later).toEqual([
    expect.stringContaining('CREATE INDEX CONCURRENTLY "repository_keeperId_id_idx"'),
    'ALTER TABLE "repository" VALIDATE CONSTRAINT "repository_keeperId_fkey";\n',
  ]);
  const applied = await freshDatabase();
  await withConnection(applied.url, async (client) => {
    for (const sql of [first, ...later]) await client.query(sql);
  });
  await applied.drop();
});

/** Roles that a user may have in the database. */
async function storableRoles(roles: readonly string[]): Promise<string[]> {
  const { rows } = await withConnection(database.url, (client) =>
    client.query(
      `SELECT substring(pg_get_constraintdef(oid) FROM $$'(.+)'::text$$) AS "pattern" FROM pg_constraint
      WHERE conname = 'user_role_known'`,
    ),
  );
  return roles.filter((role) => new RegExp(rows[0].pattern).test(role));
}

it('lets users have the roles of shared/permissions.ts', async () => {
  const lacking = 'the database refuses a role: npm run db:new-migration -- roles';
  expect(await storableRoles(roleNames), lacking).toEqual(roleNames);
  expect(() => requireMigratedRoles()).not.toThrow();
  const roles = [...roleNames, 'probe'];
  expect(() => requireMigratedRoles(roles)).toThrow('have no migration');
  expect(await storableRoles(roles)).not.toContain('probe');
  const sql = (await written(roles)) ?? '';
  expect(await written(roles)).toBeUndefined();
  await withConnection(database.url, (client) => client.query(sql));
  const stored = [...roles, 'user,probe'];
  expect(await storableRoles([...stored, 'probes', ''])).toEqual(stored);
});

it('finds the roles in a dump of the schema, as a new project has', async () => {
  const { rows } = await withConnection(database.url, (client) =>
    client.query(
      `SELECT format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)) AS "sql" FROM pg_constraint
      WHERE conname = 'user_role_known'`,
    ),
  );
  const dump = join(folder, 'dump');
  mkdirSync(join(dump, '20260101000000_first'), { recursive: true });
  writeFileSync(join(dump, '20260101000000_first', 'migration.sql'), rows[0].sql);
  expect(hasMigratedRoles([...roleNames, 'probe'], dump)).toBe(true);
  expect(hasMigratedRoles(roleNames, dump)).toBe(false);
});

it('follows a migration that was named by a clock that is ahead', () => {
  mkdirSync(join(folder, 'migrations', '29991231000000_ahead'));
  expect(migrationPath(folder, 'next')).toBe('migrations/29991231000001_next/migration.sql');
});
