/** npm run screens: takes screenshots of every screen in its main states. */

import { build } from './build.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async () => {
    await build();
    const { screens } = await import('#tests/screens/screens.ts');
    await screens();
  });
}
