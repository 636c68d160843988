import { withDatabase } from '#scripts/lib/database.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { say, step } from '#server/progress.ts';

/** Applies pending migrations. */
export async function migrateDatabase(): Promise<void> {
  await withDatabase(async (url) => {
    const { applied } = await step('Migrating the database', () => migrate(url));
    say(applied.length ? applied.map((name) => `  ${name}`).join('\n') : '  nothing was pending');
  });
}
