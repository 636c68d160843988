/** npm run format: formats every file and applies the linter's safe fixes. */

import { runNode, runTask } from './lib/task.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    const biome = ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...args];
    return (await runNode(biome, { show: true })).code;
  });
}
