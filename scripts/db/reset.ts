/** npm run db:reset: empties, migrates and seeds the embedded database. Refuses to run with DATABASE_URL. */

import { Client } from 'pg';
import { settings, withDatabase } from '#scripts/lib/database.ts';
import { runTask } from '#scripts/lib/task.ts';
import { migrate } from '#server/database/migrations/migrate.ts';
import { CliError, step } from '#server/progress.ts';
import { seedDatabase } from './seed.ts';

async function reset(): Promise<void> {
  const current = settings();
  if (current.databaseUrl) {
    throw new CliError(
      'DATABASE_URL is set, and db:reset only empties the embedded database.',
      'Unset DATABASE_URL, or drop and create that database yourself.',
    );
  }
  await withDatabase(
    async (url) => {
      await step('Emptying the database', () => empty(url));
      await step('Migrating the database', () => migrate(url));
      await step('Seeding the database', () => seedDatabase(url, current));
    },
    { exclusive: true },
  );
}

async function empty(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public;');
  } finally {
    await client.end();
  }
}

if (import.meta.main) await runTask(reset);
