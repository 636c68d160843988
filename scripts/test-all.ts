/** npm run test:all [-- --soak-minutes N]: runs `npm test` and `npm run test:exhaustive` with a single result. */

import { exhaustiveSuites, readExhaustiveOptions, testSuites } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const options = readExhaustiveOptions(args);
    return runSteps([...testSuites(), ...exhaustiveSuites(options)]);
  });
}
