/**
 * npm run test:exhaustive [-- --soak-minutes N] [--in-turns]: security, resilience and soak tests. With `--in-turns`,
 * some suites run every other day.
 */

import { build } from './build.ts';
import { exhaustiveSuites, readExhaustiveOptions } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const options = readExhaustiveOptions(args);
    await build();
    return runSteps(exhaustiveSuites(options));
  });
}
