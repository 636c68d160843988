/** npm start: builds what is out of date, then runs the product in this process. */

import { reportError } from '#server/progress.ts';
import { build } from './build.ts';
import { followParent, fromRoot } from './lib/task.ts';

try {
  followParent();
  // A restart after a crash has nothing to build.
  if (!process.argv.includes('--built')) await build();
  process.send?.('built');
  await import(fromRoot('dist', 'server', 'main.js'));
} catch (error) {
  reportError(error);
  process.exit(1);
}
