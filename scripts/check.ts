/** npm run check: what is checked without a database or a browser. `--quick` leaves out the tests. */

import { runTask } from './lib/task.ts';
import { runSteps, staticSteps, unitTestStep } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask((args) =>
    runSteps(
      args.includes('--quick')
        ? staticSteps
        : [...staticSteps, unitTestStep('Unit tests', { projects: ['shared', 'client'] })],
    ),
  );
}
