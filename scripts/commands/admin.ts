import { settings, withClient, withDatabase } from '#scripts/lib/database.ts';
import { makeAdmin } from '#server/auth/users.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { resetPasskeysByCommand } from '#server/features/passkey/passkey-policy.ts';
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
      const { created } = await step(`Making ${email} an admin`, () => makeAdmin(database, email));
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
