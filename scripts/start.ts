/** npm start: builds what is stale, then runs the product in this process. */

import { reportError } from '#server/progress.ts';
import { build } from './build.ts';
import { followParent } from './lib/task.ts';

try {
  followParent();
  // After a crash there is nothing new to build.
  if (!process.argv.includes('--built')) await build();
  process.send?.('built');
  const { main } = await import('#server/main.ts');
  await main();
} catch (error) {
  reportError(error);
  process.exit(1);
}
