/** npm run test:exhaustive [-- --soak-minutes N]: attacks, faults and the soak, which `npm test` leaves out. */

import { build } from './build.ts';
import { runParts } from './lib/parts.ts';
import { exhaustiveSuites, readSoakMinutes } from './lib/suites.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const soakMinutes = readSoakMinutes(args);
    await build();
    return runParts(exhaustiveSuites({ soakMinutes }));
  });
}
