/** npm run test:exhaustive: attacks and faults, which `npm test` leaves out. */

import { build } from './build.ts';
import { runParts } from './lib/parts.ts';
import { exhaustiveSuites } from './lib/suites.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async () => {
    await build();
    return runParts(exhaustiveSuites());
  });
}
