/** npm run check: what is checked without a database or a browser. `--quick` leaves out the tests. */

import { runTask } from './lib/task.ts';
import { runParts, staticParts, unitPart } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask((args) =>
    runParts(
      args.includes('--quick')
        ? staticParts
        : [...staticParts, unitPart('Unit tests', { projects: ['shared', 'client'] })],
    ),
  );
}
