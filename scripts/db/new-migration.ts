/**
 * npm run db:new-migration -- NAME [--empty]: writes a migration for the changes in prisma/schema.prisma, and of the roles
 * in shared/permissions.ts, since the last one, which left copies in prisma/migrations. `--empty` leaves the SQL to you.
 */

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { withDatabase } from '#scripts/lib/database.ts';
import { migratedSchemaPath, migrationPath } from '#scripts/lib/migration-path.ts';
import { diffSchemas } from '#scripts/lib/schema-engine.ts';
import { fromRoot, runTask } from '#scripts/lib/task.ts';
import { hasMigratedRoles, knownRoles } from '#server/database/migrations/migrate.ts';
import { CliError, say } from '#server/progress.ts';
import { roleNames } from '#shared/permissions.ts';

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
      'For example: npm run db:new-migration -- add_labels',
    );
  }
  const folder = fromRoot('prisma');
  const written = values.empty
    ? writeMigration(folder, name, '')
    : await withDatabase((url) => migrateSchema(url, folder, name));
  if (!written) {
    say(
      'Neither prisma/schema.prisma nor the roles have changed since the last migration. --empty writes one anyway.',
    );
    return;
  }
  const next = values.empty
    ? 'Add your SQL.'
    : 'Review it: a renamed column appears as one dropped and one added.';
  say(`prisma/${written} is written. ${next}`);
}

/**
 * Writes a migration for the changes of `schema.prisma` in `folder`, and of `roles`. Returns its path, or undefined without
 * any changes.
 */
export async function migrateSchema(
  url: string,
  folder: string,
  name: string,
  roles: readonly string[] = roleNames,
): Promise<string | undefined> {
  const migrated = join(folder, migratedSchemaPath);
  const edited = readFileSync(join(folder, 'schema.prisma'), 'utf8');
  const diff = await diffSchemas(url, readFileSync(migrated, 'utf8'), edited);
  const sql = [
    ...(/^\s*(-- This is an empty migration\.)?\s*$/.test(diff) ? [] : [diff]),
    ...(hasMigratedRoles(roles, join(folder, 'migrations')) ? [] : [alterRoles(roles)]),
  ];
  if (sql.length === 0) return undefined;
  writeFileSync(migrated, edited);
  return writeMigration(folder, name, sql.join('\n'));
}

function alterRoles(roles: readonly string[]): string {
  return `-- The roles of shared/permissions.ts. Rows are not read: take a removed role from its users first.
ALTER TABLE "user"
    DROP CONSTRAINT "user_role_known",
    ADD CONSTRAINT ${knownRoles(roles)} NOT VALID;
`;
}

function writeMigration(folder: string, name: string, sql: string): string {
  const path = migrationPath(folder, name);
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), sql);
  return path;
}

if (import.meta.main) await runTask(newMigration);
