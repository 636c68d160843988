/**
 * npm run db:migrate [-- --plan]: applies pending migrations. `--plan` only says what each of them would lock, and for
 * how long.
 */

import { parseArgs } from 'node:util';
import { migrate } from '#server/database/migrations/migrate.ts';
import { say, step } from '#server/progress.ts';
import { withDatabase } from './lib/database.ts';
import { fromRoot, runTask } from './lib/task.ts';

async function plan(url: string): Promise<void> {
  const { planMigrations } = await import('./migrations/plan.ts');
  const lines = await step('Trying the pending migrations on empty tables', () =>
    planMigrations(url, fromRoot('prisma', 'migrations')),
  );
  say(lines.join('\n'));
}

async function apply(url: string): Promise<void> {
  const { applied } = await step('Migrating the database', () => migrate(url));
  say(applied.length ? applied.map((name) => `  ${name}`).join('\n') : '  nothing was pending');
}

if (import.meta.main) {
  await runTask((args) => {
    const { values } = parseArgs({ args, options: { plan: { type: 'boolean', default: false } } });
    return withDatabase((url, { databaseDirectUrl = url }) =>
      values.plan ? plan(databaseDirectUrl) : apply(databaseDirectUrl),
    );
  });
}
