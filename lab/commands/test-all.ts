/** npm run test:all [-- --soak-minutes N]: `npm test` and `npm run test:exhaustive`, with a single result. */

import { exhaustiveSuites, readExhaustiveOptions } from '#lab/suites.ts';
import { testSuites } from '#scripts/lib/suites.ts';
import { runTask } from '#scripts/lib/task.ts';
import { runSteps } from '#scripts/lib/test-steps.ts';

if (import.meta.main) {
  await runTask((args) =>
    runSteps([...testSuites(), ...exhaustiveSuites(readExhaustiveOptions(args))]),
  );
}
