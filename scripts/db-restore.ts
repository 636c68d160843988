/**
 * npm run db:restore -- FILE [--replace] [--send-mails]: restores a backup into an empty database, or replaces its rows.
 */

import { parseArgs } from 'node:util';
import { say, step } from '#server/progress.ts';
import { requireFile, summary, withDatabase } from './lib/database.ts';
import { restoreBackup } from './lib/restore-backup.ts';
import { runTask } from './lib/task.ts';

async function restore(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      replace: { type: 'boolean', default: false },
      'send-mails': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const sendMails = values['send-mails'];
  const file = requireFile(positionals[0], 'npm run db:restore -- backups/2026-11-22.sql.gz');
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

if (import.meta.main) await runTask(restore);
