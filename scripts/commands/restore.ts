import { parseArgs } from 'node:util';
import { requireFile, summary, withDatabase } from '#scripts/lib/database.ts';
import { restoreBackup } from '#scripts/lib/restore-backup.ts';
import { say, step } from '#server/progress.ts';

/** Restores a backup into an empty database, or replaces its rows. */
export async function restore(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      replace: { type: 'boolean', default: false },
      'send-mails': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const sendMails = values['send-mails'];
  const file = requireFile(positionals[0]);
  await withDatabase(
    async (url) => {
      const rows = await step(`Restoring ${positionals[0]}`, () =>
        restoreBackup(url, file, { replace: values.replace, sendMails }),
      );
      say(`  ${summary(rows)}`);
      if (!sendMails) say('  Emails that were queued in the backup are not sent (--send-mails).');
    },
    { exclusive: true },
  );
}
