/** npm start: builds what is stale, then runs the product in this process. */

import { reportFailure } from '#server/progress.ts';
import { build } from './build.ts';
import { followParent } from './lib/task.ts';

try {
  followParent();
  await build();
  const { main } = await import('#server/main.ts');
  await main();
} catch (error) {
  reportFailure(error);
  process.exit(1);
}
