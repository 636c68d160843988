/**
 * npm run db:new-migration -- NAME [--empty]: writes a migration for the changes in prisma/schema.prisma since the last
 * one, which left a copy in prisma/migrations. `--empty` leaves the SQL to you.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDatabase } from '#scripts/lib/database.ts';
import { migratedSchemaPath, migrationPath } from '#scripts/lib/migration-path.ts';
import { diffSchemas } from '#scripts/lib/schema-engine.ts';
import { fromRoot, runTask } from '#scripts/lib/task.ts';
import { CliError, say } from '#server/progress.ts';

async function newMigration(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { empty: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const name = positionals
    .join(' ')
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_');
  if (!/[a-z0-9]/.test(name)) {
    throw new CliError(
      'The name of the migration is missing.',
      'For example: npm run db:new-migration -- add_teams',
    );
  }
  const folder = fromRoot('prisma');
  const written = values.empty
    ? writeMigration(folder, name, '')
    : await withDatabase((url) => migrateSchema(url, folder, name));
  if (!written) {
    say(
      'prisma/schema.prisma has not changed since the last migration. --empty writes one anyway.',
    );
    return;
  }
  const next = values.empty
    ? 'Add your SQL.'
    : 'Review it: a renamed column appears as one dropped and one added.';
  say(`prisma/${written} is written. ${next}`);
}

/** Writes a migration for the changes of `schema.prisma` in `folder` and returns its path, or undefined without any. */
export async function migrateSchema(
  url: string,
  folder: string,
  name: string,
): Promise<string | undefined> {
  const migrated = join(folder, migratedSchemaPath);
  const edited = readFileSync(join(folder, 'schema.prisma'), 'utf8');
  const sql = await diffSchemas(url, readFileSync(migrated, 'utf8'), edited);
  if (/^\s*(-- This is an empty migration\.)?\s*$/.test(sql)) return undefined;
  writeFileSync(migrated, edited);
  return writeMigration(folder, name, sql);
}

function writeMigration(folder: string, name: string, sql: string): string {
  const path = migrationPath(folder, name);
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), sql);
  return path;
}

if (import.meta.main) await runTask(newMigration);
