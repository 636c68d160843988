import { parseArgs } from 'node:util';
import { withDatabase } from '#scripts/lib/database.ts';
import type { Progress } from '#server/database/migrations/background.ts';
import { migrate, migrateInBackground } from '#server/database/migrations/migrate.ts';
import { say, step } from '#server/progress.ts';
import { fromRoot } from '#server/root.ts';

async function plan(url: string): Promise<void> {
  const { planMigrations } = await import('#scripts/migrations/plan.ts');
  const lines = await step('Trying the pending migrations on empty tables', () =>
    planMigrations(url, fromRoot('prisma', 'migrations')),
  );
  say(lines.join('\n'));
}

async function apply(url: string): Promise<void> {
  const { applied } = await step('Migrating the database', () => migrate(url));
  say(applied.length ? applied.map((name) => `  ${name}`).join('\n') : '  nothing was pending');
}

async function finish(url: string): Promise<void> {
  const finished: string[] = [];
  const onBatch = ({ migration, rows, isFinished }: Progress) => {
    if (isFinished) finished.push(`  ${migration}: ${rows.toLocaleString('en')} rows`);
  };
  await step('Finishing background migrations', () => migrateInBackground(url, { onBatch }));
  for (const line of finished) say(line);
}

/**
 * Applies pending migrations. `--plan` only says what each of them would lock, and for how long. `--wait` also finishes
 * background migrations.
 */
export async function migrateDatabase(args: string[]): Promise<void> {
  const option = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({ args, options: { plan: option, wait: option } });
  await withDatabase(async (url) => {
    if (values.plan) return plan(url);
    await apply(url);
    if (values.wait) await finish(url);
  });
}
