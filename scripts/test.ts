/** npm test: everything that is checked in a few minutes. */

import { runParts } from './lib/parts.ts';
import { testSuites } from './lib/suites.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) await runTask(() => runParts(testSuites()));
