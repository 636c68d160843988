/** npm test: everything that is checked, in one run. */

import { build } from './build.ts';
import { browserPart, type Part, runParts, staticParts, unitPart } from './lib/parts.ts';
import { runTask } from './lib/task.ts';

const builds: Part = {
  title: 'The client builds and is small enough',
  run: async () => {
    await build();
    return { passed: 1, failed: 0 };
  },
};

if (import.meta.main) {
  await runTask(() =>
    runParts([
      ...staticParts,
      builds,
      unitPart('Unit and server tests', ['shared', 'client', 'server']),
      unitPart('Attacks and faults', ['outside']),
      browserPart(),
    ]),
  );
}
