/**
 * npm run db:new-migration -- NAME [--empty]: writes a migration for the changes in prisma/schema.prisma, and of the roles
 * in shared/permissions.ts, since the last one, which left copies in prisma/migrations. `--empty` leaves the SQL to you,
 * `--together` writes one migration even if it locks tables for long.
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
    options: {
      empty: { type: 'boolean', default: false },
      together: { type: 'boolean', default: false },
    },
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
    ? [writeMigration(folder, name, '')]
    : await withDatabase((url) => migrateSchema(url, folder, name, values));
  if (written.length === 0) {
    say(
      'Neither prisma/schema.prisma nor the roles have changed since the last migration. --empty writes one anyway.',
    );
    return;
  }
  const next = values.empty
    ? 'Add your SQL.'
    : 'Review it: a renamed column appears as one dropped and one added.';
  for (const path of written) say(`prisma/${path} is written.`);
  say(next);
}

/**
 * Writes migrations for the changes of `schema.prisma` in `folder`, and of `roles`. Returns their paths: none without any
 * changes, several for indexes and foreign keys of tables that exist.
 */
export async function migrateSchema(
  url: string,
  folder: string,
  name: string,
  { roles = roleNames, together = false }: { roles?: readonly string[]; together?: boolean } = {},
): Promise<string[]> {
  const migrated = join(folder, migratedSchemaPath);
  const edited = readFileSync(join(folder, 'schema.prisma'), 'utf8');
  const diff = await diffSchemas(url, readFileSync(migrated, 'utf8'), edited);
  const { first, later } = together ? { first: diff, later: [] } : splitByLock(diff);
  const changes = [
    ...(/^\s*(-- This is an empty migration\.)?\s*$/.test(first) ? [] : [first]),
    ...(hasMigratedRoles(roles, join(folder, 'migrations')) ? [] : [alterRoles(roles)]),
  ];
  const scripts = [...(changes.length > 0 ? [changes.join('\n')] : []), ...later];
  if (scripts.length > 0) writeFileSync(migrated, edited);
  return scripts.map((sql) => writeMigration(folder, name, sql));
}

/**
 * On tables that the difference doesn't create, an index would block writes while it is built, and a foreign key while
 * rows are read. `later` builds and validates them while work goes on, each in a migration of its own.
 * A unique index stays first: a foreign key may refer to it.
 */
function splitByLock(diff: string): { first: string; later: string[] } {
  const created = [...diff.matchAll(/^CREATE TABLE "(\w+)"/gm)].map(([, table]) => table);
  const later: string[] = [];
  const first = diff.split(/^(?=-- [A-Z])/m).flatMap((part) => {
    const [, table] = /^CREATE INDEX "\w+" ON "(\w+)"/m.exec(part) ?? [];
    if (table && !created.includes(table)) {
      later.push(part.replace('CREATE INDEX', 'CREATE INDEX CONCURRENTLY'));
      return [];
    }
    const [, key, owner] =
      /^(ALTER TABLE "(\w+)" ADD CONSTRAINT "\w+") FOREIGN KEY/m.exec(part) ?? [];
    if (!key || created.includes(owner)) return [part];
    later.push(`${key.replace('ADD', 'VALIDATE')};\n`);
    return [part.replace(/;\s*$/, ' NOT VALID;\n')];
  });
  return { first: first.join(''), later };
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
