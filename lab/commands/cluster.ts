/**
 * npm run cluster: tests three databases and two instances while their parts fail one by one. `--pauses 10` only
 * pauses the primary, ten times, and `--hangs 10` only its Patroni.
 */

import { parseArgs } from 'node:util';
import { build } from '#scripts/build.ts';
import { generateServer } from '#scripts/generate.ts';
import { runTask } from '#scripts/lib/task.ts';
import { runSteps } from '#scripts/lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async () => {
    const number = { type: 'string', default: '0' } as const;
    const { values } = parseArgs({ options: { pauses: number, hangs: number } });
    const [pauses, hangs] = [Number(values.pauses), Number(values.hangs)];
    await generateServer();
    await build();
    const { runCluster } = await import('#lab/cluster/run.ts');
    return runSteps([{ title: 'Cluster', run: () => runCluster({ pauses, hangs }) }]);
  });
}
