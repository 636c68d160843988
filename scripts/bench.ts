/** npm run bench: measures the API on a million rows, see tests/bench/README.md. */

import { generateServer } from './generate.ts';
import { runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async () => {
    await generateServer();
    const { bench } = await import('#tests/bench/api.bench.ts');
    await bench();
    return process.exitCode;
  });
}
