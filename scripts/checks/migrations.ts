/** Rejects migrations that block requests. Part of `npm run check`; see docs/guides/change-the-schema.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot, runTask } from '#scripts/lib/task.ts';
import { withScratchPostgres } from '#scripts/migrations/scratch.ts';
import { traceMigration } from '#scripts/migrations/trace.ts';
import { listMigrations, migrate } from '#server/database/migrations/migrate.ts';
import { findMigrationProblems } from './migration-rules.ts';
import { type Problem, reportProblems } from './report.ts';

/** Earlier migrations belong to 0.2.0 or before. Released migrations can't change. */
const firstChecked = '20261124000000';

async function findProblems(url: string, folder: string): Promise<Problem[]> {
  const names = listMigrations(folder);
  const earlier = names.filter((name) => name < firstChecked);
  await migrate(url, folder, undefined, earlier);
  const problems: Problem[] = [];
  for (const name of names.filter((each) => each >= firstChecked)) {
    const script = readFileSync(join(folder, name, 'migration.sql'), 'utf8');
    const effects = await traceMigration(url, name, script);
    problems.push(...findMigrationProblems(`prisma/migrations/${name}/migration.sql`, effects));
  }
  return problems;
}

if (import.meta.main) {
  await runTask(async () => {
    const folder = fromRoot('prisma', 'migrations');
    reportProblems(await withScratchPostgres((url) => findProblems(url, folder)));
    return process.exitCode;
  });
}
