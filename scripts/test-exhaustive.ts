/** npm run test:exhaustive [-- --soak-minutes N]: security, resilience and soak tests. */

import { build } from './build.ts';
import { exhaustiveSuites, readSoakMinutes } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const soakMinutes = readSoakMinutes(args);
    await build();
    return runSteps(exhaustiveSuites({ soakMinutes }));
  });
}
