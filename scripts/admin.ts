/**
 * npm run admin -- EMAIL: makes EMAIL an admin, creating the user if necessary.
 * With `--reset-passkeys`, also removes the user's passkeys and recovery codes.
 */

import { generateServer } from './generate.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    await generateServer();
    const { admin } = await import('./commands/admin.ts');
    await admin(args);
  });
}
