/** npm run test:all [-- --soak-minutes N]: runs `npm test` and `npm run test:exhaustive` with a single result. */

import { exhaustiveSuites, readSoakMinutes, testSuites } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const soakMinutes = readSoakMinutes(args);
    return runSteps([...testSuites(), ...exhaustiveSuites({ soakMinutes })]);
  });
}
