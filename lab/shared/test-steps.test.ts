import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fromRoot } from '#scripts/lib/task.ts';
import { unitTestStep } from '#scripts/lib/test-steps.ts';

it('tests whose preparation fails count as a failure, although all are skipped', async () => {
  const folder = fromRoot('tests/.output/failed-preparation');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    `${folder}/a.test.mjs`,
    `import { beforeAll, it } from 'vitest';
beforeAll(() => { throw new Error('The preparation fails on purpose.'); });
it('is never begun', () => {});
`,
  );
  const config = `${folder}/vitest.config.mjs`;
  writeFileSync(config, `export default { root: ${JSON.stringify(folder)} };\n`);
  const count = await unitTestStep('Failing', { config }).run();
  rmSync(folder, { recursive: true });
  expect(count).toMatchObject({
    passed: 0,
    failed: 1,
    failures: [expect.stringMatching(/a\.test\.mjs › .*: .*The preparation fails on purpose/)],
  });
});
