/** npm run soak [-- --minutes N]: users and an attacker at the same time, for 20 minutes by default. */

import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { requireMinutes } from './lib/suites.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const { values } = parseArgs({
      args,
      options: { minutes: { type: 'string', default: '20' } },
    });
    const minutes = requireMinutes(values.minutes);
    await build();
    const { soak } = await import('#tests/soak/soak.ts');
    return runSteps([{ title: `Soak of ${minutes} minutes`, run: () => soak({ minutes }) }]);
  });
}
