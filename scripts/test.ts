/** npm test: everything that is checked in a few minutes. */

import { testSuites } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runParts } from './lib/test-steps.ts';

if (import.meta.main) await runTask(() => runParts(testSuites()));
