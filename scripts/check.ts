/**
 * npm run check: everything that needs no browser, and the server tests that name what an entity lacks. `--quick` skips
 * builds and tests; `--staged` checks staged changes within seconds.
 */
import { buildSteps, stagedSteps, staticSteps } from './lib/static-steps.ts';
import { entityTests } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runSteps, unitTestStep } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask((args) => {
    if (args.includes('--staged')) return runSteps(stagedSteps());
    if (args.includes('--quick')) return runSteps(staticSteps);
    const unitTests = unitTestStep('Unit tests', { projects: ['shared', 'packages', 'client'] });
    return runSteps([...staticSteps, ...buildSteps, unitTests, entityTests]);
  });
}
