/**
 * npm run resilience [-- --long] [ROW …]: tests the product while the system around it fails, behind the proxies of
 * docs/examples, and prints the promises of the guides that tests prove with what was seen. ROW runs single scenarios.
 */

import { parseArgs } from 'node:util';
import { findPromises, showPromises } from '#lab/support/guide-promises.ts';
import { build } from '#scripts/build.ts';
import { runTask } from '#scripts/lib/task.ts';
import { runSteps, unitTestStep } from '#scripts/lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const { values, positionals: rows } = parseArgs({
      args,
      allowPositionals: true,
      options: { long: { type: 'boolean', default: false } },
    });
    const isServer = (file: string) => file.includes('/server/');
    const others = new Set(findPromises().flatMap(({ file }) => (isServer(file) ? file : [])));
    const report = { config: 'lab/vitest.config.ts', onReport: showPromises };
    const scenarios = unitTestStep('Resilience scenarios', {
      projects: ['outside'],
      files: [rows.length > 0 ? 'lab/resilience/resilience.test.ts' : 'lab/resilience/'],
      env: { RESILIENCE_ROWS: rows.join(), RESILIENCE_LONG: String(values.long) },
      ...report,
    });
    // Not at the same time: scenarios measure load.
    const otherTests = unitTestStep('Server tests that prove promises', {
      projects: ['server'],
      files: [...others],
      ...report,
    });
    await build();
    return runSteps(rows.length > 0 ? [scenarios] : [scenarios, otherTests]);
  });
}
