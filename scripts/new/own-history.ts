/** Gives a new project a history of its own: changelog, version and migrations. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listFiles } from '#scripts/checks/sources.ts';
import { migratedSchemaPath, migrationPath } from '#scripts/lib/migration-path.ts';
import { renameSettings } from '#scripts/lib/rename-product.ts';
import { diffSchemas } from '#scripts/lib/schema-engine.ts';
import { fromRoot, root } from '#scripts/lib/task.ts';
import { reduceMarkdown } from '#scripts/remove/prose-rows.ts';
import { withConnection } from '#server/database/connection.ts';
import { startEmbedded } from '#server/database/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { CliError } from '#server/progress.ts';
import { dumpSchema } from './schema-dump.ts';

const firstVersion = '0.1.0';

/** Takes out of the guides what names a version in the changelog. */
function forgetVersions(changelog: string): void {
  const all = changelog.match(/(?<=^## )\d+\.\d+/gm)?.join('|') ?? '';
  const former = new RegExp(`(?<![\\d.])(${all.replaceAll('.', '\\.')})(\\.\\d+)?(?!\\.?\\d)`);
  for (const guide of ['back-up.md', 'upgrade.md']) {
    const file = fromRoot('docs', 'guides', guide);
    writeFileSync(file, reduceMarkdown(guide, readFileSync(file, 'utf8'), former).text);
  }
}

/** Writes an empty changelog and the first version. */
export function startHistory(): void {
  const changelog = readFileSync(fromRoot('CHANGELOG.md'), 'utf8');
  forgetVersions(changelog);
  const [head] = changelog.split(/^## /m);
  const added = '## Unreleased\n\n### Added\n\n- The first version.\n';
  writeFileSync(fromRoot('CHANGELOG.md'), `${head}${added}`);
  const flags = ['--no-git-tag-version', '--allow-same-version', '--offline'];
  execFileSync('npm', ['version', firstVersion, ...flags], { cwd: root, stdio: 'pipe' });
}

/** Two empty databases, for as long as `work` takes. */
async function withEmptyDatabases(work: (urls: [string, string]) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'new-project-'));
  const postgres = await startEmbedded({ dataDir, database: 'first' });
  try {
    await withConnection(postgres.url, (client) => client.query('CREATE DATABASE "second"'));
    const second = new URL(postgres.url);
    second.pathname = '/second';
    await work([postgres.url, second.href]);
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Drops columns and tables that the last release still uses. A new project has no instance of that release. */
async function dropFormer(url: string): Promise<void> {
  const file = fromRoot('prisma', 'schema.prisma');
  const schema = readFileSync(file, 'utf8');
  const current = schema.replace(/^ *\/\/\/ Unused since .*\n.*\n/gm, '');
  writeFileSync(file, current);
  const columns = await diffSchemas(url, schema, current);
  const tables = [...current.matchAll(/@@map\("(\w+)"\)/g)].map(([, table]) => table);
  await withConnection(url, async (client) => {
    await client.query(columns);
    const { rows } = await client.query<{ name: string }>(
      `SELECT quote_ident(table_name) AS "name" FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_name <> ALL ($1)`,
      [['_prisma_migrations', ...tables]],
    );
    for (const { name } of rows) await client.query(`DROP TABLE ${name}`);
  });
}

/**
 * Replaces all migrations by one that creates the same schema without what only the last release uses, and the names of
 * the PostgreSQL settings that triggers read.
 *
 * @throws {CliError} if the new migration creates something else
 */
export async function squashMigrations(formerName: string, name: string): Promise<void> {
  const inOwnName = renameSettings(root, listFiles(), { formerName, name });
  const folder = fromRoot('prisma', 'migrations');
  await withEmptyDatabases(async ([before, after]) => {
    await migrate(before);
    await dropFormer(before);
    const script = inOwnName(await withConnection(before, dumpSchema));
    for (const each of readdirSync(folder)) {
      if (/^\d{14}_/.test(each)) rmSync(join(folder, each), { recursive: true });
    }
    const file = fromRoot('prisma', migrationPath(fromRoot('prisma'), 'first'));
    mkdirSync(dirname(file));
    // Nothing waits for tables that don't exist yet.
    writeFileSync(file, `-- squawk-ignore-file\n${script}`);
    cpSync(fromRoot('prisma', 'schema.prisma'), fromRoot('prisma', migratedSchemaPath));
    await migrate(after);
    if ((await withConnection(after, dumpSchema)) === script) return;
    throw new CliError(
      'The new migration does not create the schema of the former ones.',
      'Report it with the names of the features that were removed.',
    );
  });
}
