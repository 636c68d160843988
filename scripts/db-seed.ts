/** npm run db:seed: fills the database with plausible data. Running it again adds nothing. */

import { migrate } from '#server/database/migrate.ts';
import { CliError, step } from '#server/progress.ts';
import type { Settings } from '#server/settings.ts';
import { generatePrisma } from './generate.ts';
import { withClient, withDatabase } from './lib/database.ts';
import { runTask } from './lib/task.ts';

/** Seeds a migrated database. Throws a CliError in production, where invented people have no place. */
export async function seedDatabase(url: string, settings: Settings): Promise<void> {
  if (settings.mode === 'production') {
    throw new CliError(
      'Invented people have no place in production.',
      'Unset NODE_ENV, or set DEMO=true for a demo.',
    );
  }
  await generatePrisma();
  const { seed } = await import('#prisma/seed.ts');
  await withClient(url, seed);
}

if (import.meta.main) {
  await runTask(() =>
    withDatabase(async (url, settings) => {
      await step('Migrating the database', () => migrate(url));
      await step('Seeding the database', () => seedDatabase(url, settings));
    }),
  );
}
