/** npm run e2e [-- Playwright's arguments]: the browser tests against the built product. */

import { build } from './build.ts';
import { runTask } from './lib/task.ts';
import { browserTestStep, runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    await build();
    return runSteps([browserTestStep(args)]);
  });
}
