/** npm run db:studio [-- --port N]: opens Prisma Studio on the database, also while the product runs. */

import { settings, withDatabase } from '#scripts/lib/database.ts';
import { runNode, runTask } from '#scripts/lib/task.ts';
import { CliError } from '#server/progress.ts';

if (import.meta.main) {
  await runTask((args) => {
    if (settings().mode === 'production') {
      throw new CliError(
        'Prisma Studio is not for production: its changes are not checked, logged or announced.',
        'Unset NODE_ENV, or use the manager area.',
      );
    }
    return withDatabase(async (url) => {
      const studio = ['node_modules/prisma/build/index.js', 'studio', ...args];
      const { code } = await runNode(studio, { show: true, env: { DATABASE_URL: url } });
      return code;
    });
  });
}
