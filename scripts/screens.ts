/** npm run screens: pictures of every screen in its main states, to be looked at. */

import { build } from './build.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async () => {
    await build();
    const { screens } = await import('#tests/screens/screens.ts');
    await screens();
  });
}
