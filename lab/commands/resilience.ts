/**
 * npm run resilience [-- --long] [ROW …]: tests the product while the system around it fails, and behind the
 * proxies of docs/examples. ROW runs single scenarios.
 */

import { parseArgs } from 'node:util';
import { outsideTests } from '#lab/suites.ts';
import { build } from '#scripts/build.ts';
import { runTask } from '#scripts/lib/task.ts';
import { runSteps } from '#scripts/lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const { values, positionals: rows } = parseArgs({
      args,
      allowPositionals: true,
      options: { long: { type: 'boolean', default: false } },
    });
    const files = [rows.length > 0 ? 'lab/resilience/resilience.test.ts' : 'lab/resilience/'];
    const env = { RESILIENCE_ROWS: rows.join(), RESILIENCE_LONG: String(values.long) };
    await build();
    return runSteps([outsideTests('Resilience scenarios', files, env)]);
  });
}
