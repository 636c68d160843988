/** npm run admin -- EMAIL: makes EMAIL an admin, creating the user if necessary. */

import { randomBytes } from 'node:crypto';
import { migrate } from '#server/database/migrations/migrate.ts';
import { createLog } from '#server/log/log.ts';
import { CliError, say, step } from '#server/progress.ts';
import { generateServer } from './generate.ts';
import { withClient, withDatabase } from './lib/database.ts';
import { runTask } from './lib/task.ts';

async function admin([email = '']: string[]): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new CliError(
      `"${email}" is not an email address.`,
      'For example: npm run admin -- ada@example.com',
    );
  }
  await generateServer();
  const { createApp } = await import('#server/app.ts');
  const { makeAdmin } = await import('#server/auth/users.ts');
  await withDatabase(async (url, settings) => {
    await step('Migrating the database', () => migrate(url));
    await withClient(url, async (database) => {
      // Nothing is signed here, so any secret works.
      const secret = settings.authSecret ?? randomBytes(32).toString('base64url');
      const log = createLog(settings.logLevel === 'debug' ? 'debug' : 'error');
      const { auth } = createApp({ settings, database, databaseUrl: url, secret, log });
      const { created } = await step(`Making ${email} an admin`, () =>
        makeAdmin(auth, database, email),
      );
      say(
        created
          ? `  ${email} was created and may sign in as an admin.`
          : `  ${email} is an admin now.`,
      );
    });
  });
}

if (import.meta.main) await runTask(admin);
