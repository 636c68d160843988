import { randomBytes } from 'node:crypto';
import { settings, withClient, withDatabase } from '#scripts/lib/database.ts';
import { createApp } from '#server/app.ts';
import { resetPasskeysByCommand } from '#server/auth/passkeys/passkey-policy.ts';
import { makeAdmin } from '#server/auth/users.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { createLog } from '#server/log/log.ts';
import { CliError, say, step } from '#server/progress.ts';

/** Makes a user an admin, creating them if necessary. */
export async function admin(args: string[]): Promise<void> {
  const [email = ''] = args.filter((each) => !each.startsWith('--'));
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new CliError(`"${email}" is not an email address.`, 'For example: ada@example.com');
  }
  const current = settings();
  await withDatabase(async (url) => {
    await step('Migrating the database', () => migrate(url));
    await withClient(url, async (database) => {
      // Nothing is signed here, so any secret works.
      const secret = current.authSecret ?? randomBytes(32).toString('base64url');
      const log = createLog(current.logLevel === 'debug' ? 'debug' : 'error');
      const { auth } = createApp({ settings: current, database, databaseUrl: url, secret, log });
      const { created } = await step(`Making ${email} an admin`, () =>
        makeAdmin(auth, database, email),
      );
      if (args.includes('--reset-passkeys')) {
        await step('Resetting the passkeys', () =>
          resetPasskeysByCommand({ database, settings: current }, email),
        );
      }
      say(
        created
          ? `  ${email} was created and may sign in as an admin.`
          : `  ${email} is an admin now.`,
      );
    });
  });
}
