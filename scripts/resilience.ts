/**
 * npm run resilience [-- --long] [ROW …]: tests the product while the system around it fails, behind the proxies of
 * docs/examples, and prints the promises of the guides that tests prove with what was seen. ROW runs single scenarios.
 */

import { parseArgs } from 'node:util';
import { build } from './build.ts';
import { findPromises } from './lib/guide-promises.ts';
import { runTask } from './lib/task.ts';
import { runSteps, unitTestStep } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const { values, positionals: rows } = parseArgs({
      args,
      allowPositionals: true,
      options: { long: { type: 'boolean', default: false } },
    });
    const others = findPromises().map(({ file }) => file);
    const all = ['tests/resilience/', ...others.filter((file) => file.startsWith('tests/server/'))];
    await build();
    return runSteps([
      unitTestStep('Resilience scenarios', {
        projects: ['outside', 'server'],
        files: rows.length > 0 ? ['tests/resilience/resilience.test.ts'] : [...new Set(all)],
        env: { RESILIENCE_ROWS: rows.join(), RESILIENCE_LONG: String(values.long) },
        showsPromises: true,
      }),
    ]);
  });
}
