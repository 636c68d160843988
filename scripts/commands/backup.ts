import { requireFile, summary, withDatabase } from '#scripts/lib/database.ts';
import { recordBackup } from '#scripts/lib/record-backup.ts';
import { writeBackup } from '#scripts/lib/write-backup.ts';
import { say, step } from '#server/progress.ts';

/** Backs up the database to a file while the product runs. */
export async function backup([path]: string[]): Promise<void> {
  const file = requireFile(path);
  await withDatabase(async (url) => {
    const rows = await step(`Writing ${path}`, () => writeBackup(url, file));
    say(`  ${summary(rows)}`);
    if (!(await recordBackup(url, file))) say('  The system page was not told.');
  });
}
