/** npm test: everything that can be tested in minutes. */

import { testSuites } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) await runTask(() => runSteps(testSuites()));
