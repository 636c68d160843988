/** npm run cluster: tests three databases and two instances while their parts fail one by one. */

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
