import { parseArgs } from 'node:util';
import { withDatabase } from '#scripts/lib/database.ts';
import { withConnection } from '#server/database/connection.ts';
import { findPending, migrate } from '#server/database/migrations/migrate.ts';
import { say, step } from '#server/progress.ts';

const list = (names: string[]) =>
  names.length ? names.map((name) => `  ${name}`).join('\n') : '  nothing is pending';

/** Applies pending migrations. `--plan` only lists them. */
export async function migrateDatabase(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { plan: { type: 'boolean' } } });
  await withDatabase(async (url) => {
    if (values.plan) return say(list(await withConnection(url, (client) => findPending(client))));
    const { applied } = await step('Migrating the database', () => migrate(url));
    say(applied.length ? list(applied) : '  nothing was pending');
  });
}
