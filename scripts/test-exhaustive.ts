/** npm run test:exhaustive [-- --soak-minutes N]: attacks, faults and the soak, which `npm test` leaves out. */

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
