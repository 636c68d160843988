/** npm run db:backup -- FILE: backs up the database to FILE while the product runs. */

import { say, step } from '#server/progress.ts';
import { requireFile, summary, withDatabase } from './lib/database.ts';
import { recordBackup } from './lib/record-backup.ts';
import { runTask } from './lib/task.ts';
import { writeBackup } from './lib/write-backup.ts';

async function backup(args: string[]): Promise<void> {
  const file = requireFile(args[0], 'npm run db:backup -- backups/2026-11-22.sql.gz');
  await withDatabase(async (url) => {
    const rows = await step(`Writing ${args[0]}`, () => writeBackup(url, file));
    say(`  ${summary(rows)}`);
    if (!(await recordBackup(url, file))) say('  The system page was not told.');
  });
}

if (import.meta.main) await runTask(backup);
