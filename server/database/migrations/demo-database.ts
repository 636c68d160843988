import { seedEmails } from '#prisma/seed.ts';
import { withConnection } from '#server/database/connection.ts';
import { CliError } from '#server/progress.ts';

/**
 * Refuses to run the demo on real data: its sign-in code is public, so anyone could sign in as a real user.
 * Only reads, and runs before migrations.
 *
 * @throws {CliError} if the database holds an account that the demo does not create
 */
export async function requireDemoDatabase(url: string): Promise<void> {
  const hasRealAccounts = await withConnection(url, async (client) => {
    const { rows } = await client.query(`SELECT to_regclass('"user"') IS NOT NULL AS "exists"`);
    if (!rows[0].exists) return false;
    const { rowCount } = await client.query(
      'SELECT 1 FROM "user" WHERE "email" <> ALL($1) LIMIT 1',
      [seedEmails()],
    );
    return rowCount !== 0;
  });
  if (!hasRealAccounts) return;
  throw new CliError(
    'DEMO must be false for this database: it holds accounts of real people, and in the demo anyone can sign in as anyone with the code 000000. For example: DEMO=false',
    'Give the demo a database of its own: set DATABASE_URL to an empty one, or DATA_DIR to a new folder such as .data-demo.',
  );
}
