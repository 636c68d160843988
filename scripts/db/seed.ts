/** npm run db:seed: adds missing sample data. */

import { generateServer } from '#scripts/generate.ts';
import { settings, withClient, withDatabase } from '#scripts/lib/database.ts';
import { runTask } from '#scripts/lib/task.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { CliError, step } from '#server/progress.ts';

async function seedDatabase(url: string): Promise<void> {
  const { mode, organizations } = settings();
  if (mode === 'production') {
    throw new CliError('Sample data is not for production.', 'Unset NODE_ENV.');
  }
  await generateServer();
  const { seed } = await import('#prisma/seed.ts');
  await withClient(url, (database) => seed(database, { organizations }));
}

if (import.meta.main) {
  await runTask(() =>
    withDatabase(async (url) => {
      await step('Migrating the database', () => migrate(url));
      await step('Seeding the database', () => seedDatabase(url));
    }),
  );
}
