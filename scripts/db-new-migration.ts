/** npm run db:new-migration -- NAME: writes the SQL that migrates the committed schema.prisma to the edited one. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { CliError, say } from '#server/progress.ts';
import { withDatabase } from './lib/database.ts';
import { migrationPath } from './lib/migration-path.ts';
import { diffSchemas } from './lib/schema-engine.ts';
import { fromRoot, root, runTask } from './lib/task.ts';

async function newMigration(args: string[]): Promise<void> {
  const name = args
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
  const edited = readFileSync(fromRoot('prisma', 'schema.prisma'), 'utf8');
  const sql = await withDatabase((url) => diffSchemas(url, committedSchema(), edited));
  if (/^\s*(-- This is an empty migration\.)?\s*$/.test(sql)) {
    say('prisma/schema.prisma has no uncommitted changes, so there is nothing to migrate.');
    return;
  }
  const file = migrationPath(name);
  mkdirSync(fromRoot(dirname(file)), { recursive: true });
  writeFileSync(fromRoot(file), sql);
  say(`${file} is written. Review it: a renamed column appears as one dropped and one added.`);
}

function committedSchema(): string | undefined {
  try {
    return execFileSync('git', ['show', 'HEAD:./prisma/schema.prisma'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

if (import.meta.main) await runTask(newMigration);
