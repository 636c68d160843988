/** npm run test:all: `npm test` and `npm run test:exhaustive` in one run, with one sum. */

import { runParts } from './lib/parts.ts';
import { exhaustiveSuites, testSuites } from './lib/suites.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(() => runParts([...testSuites(), ...exhaustiveSuites()]));
}
