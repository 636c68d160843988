/**
 * npm run test:exhaustive [-- --soak-minutes N] [--in-turns]: security, resilience and soak tests. With `--in-turns`,
 * some suites run every other day.
 */

import { exhaustiveSuites, readExhaustiveOptions } from '#lab/suites.ts';
import { build } from '#scripts/build.ts';
import { runTask } from '#scripts/lib/task.ts';
import { runSteps } from '#scripts/lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const options = readExhaustiveOptions(args);
    await build();
    return runSteps(exhaustiveSuites(options));
  });
}
