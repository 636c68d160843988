/** npm run cluster: three databases and two instances, broken one part after the other. */

import { build } from './build.ts';
import { generateServer } from './generate.ts';
import { runTask } from './lib/task.ts';
import { runSteps } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async () => {
    await generateServer();
    await build();
    const { runCluster } = await import('#tests/cluster/run.ts');
    return runSteps([{ title: 'Cluster', run: runCluster }]);
  });
}
