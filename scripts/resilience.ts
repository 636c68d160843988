/** npm run resilience [-- --long] [ROW …]: tests the product while the system around it fails. */

import { build } from './build.ts';
import { generateServer } from './generate.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    await generateServer();
    await build();
    const { main } = await import('#tests/resilience/scenarios.ts');
    return main(args);
  });
}
