/** npm run db:migrate: applies pending migrations. */

import { migrate } from '#server/database/migrations/migrate.ts';
import { say, step } from '#server/progress.ts';
import { withDatabase } from './lib/database.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(() =>
    withDatabase(async (url) => {
      const { applied } = await step('Migrating the database', () => migrate(url));
      say(applied.length ? applied.map((name) => `  ${name}`).join('\n') : '  nothing was pending');
    }),
  );
}
