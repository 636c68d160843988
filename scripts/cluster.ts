/**
 * npm run cluster: tests three databases and two instances while their parts fail one by one, or, with `--pauses 10`,
 * while their primary is paused ten times.
 */

import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { generateServer } from './generate.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async () => {
    const options = { pauses: { type: 'string', default: '0' } } as const;
    const pauses = Number(parseArgs({ options }).values.pauses);
    await generateServer();
    await build();
    const { runCluster } = await import('#tests/cluster/run.ts');
    return runSteps([{ title: 'Cluster', run: () => runCluster({ pauses }) }]);
  });
}
