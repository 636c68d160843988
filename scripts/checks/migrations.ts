/** Rejects migrations that block requests. Part of `npm run check`; see docs/guides/change-the-schema.md. */
import { globSync, readFileSync } from 'node:fs';
import { fromRoot, root } from '#scripts/lib/task.ts';
import { findMigrationProblems } from './migration-rules.ts';
import { reportProblems } from './report.ts';

/** Earlier migrations make up the first version, which has no large tables yet. */
const firstChecked = '20261123000000';

if (import.meta.main) {
  const files = globSync('prisma/migrations/*/migration.sql', { cwd: root }).sort();
  reportProblems(
    files
      .filter((path) => path.slice('prisma/migrations/'.length) >= firstChecked)
      .flatMap((path) => findMigrationProblems(path, readFileSync(fromRoot(path), 'utf8'))),
  );
}
