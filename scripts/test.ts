/**
 * npm test: everything that can be tested in minutes. npm run test:all [-- --soak-minutes N] adds `npm run test:exhaustive`,
 * with a single result.
 */

import { exhaustiveSuites, readExhaustiveOptions, testSuites } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(([first, ...others]) => {
    const exhaustive = first === '--all' ? exhaustiveSuites(readExhaustiveOptions(others)) : [];
    return runSteps([...testSuites(), ...exhaustive]);
  });
}
