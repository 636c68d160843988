/** npm run resilience [-- --long] [ROW …]: what the product does when things break around it. */

import { build } from './build.ts';
import { generatePrisma } from './generate.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    await generatePrisma();
    await build();
    const { main } = await import('#tests/resilience/scenarios.ts');
    return main(args);
  });
}
