/** npm run soak [-- --minutes N]: users and an attacker at the same time, for 20 minutes by default. */

import { parseArgs } from 'node:util';
import { requireMinutes } from '#lab/suites.ts';
import { build } from '#scripts/build.ts';
import { runTask } from '#scripts/lib/task.ts';
import { runSteps } from '#scripts/lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const { values } = parseArgs({
      args,
      options: { minutes: { type: 'string', default: '20' } },
    });
    const minutes = requireMinutes(values.minutes);
    await build();
    const { soak } = await import('#lab/soak/soak.ts');
    return runSteps([{ title: `Soak of ${minutes} minutes`, run: () => soak({ minutes }) }]);
  });
}
