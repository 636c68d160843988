/**
 * npm run check: everything that needs no browser, and the server tests that name what an entity lacks. `--quick` skips
 * builds and other tests than of texts; `--staged` checks staged changes within seconds.
 */
import { readFileSync } from 'node:fs';
import { say } from '#server/progress.ts';
import { buildSteps, stagedSteps, staticSteps } from './lib/static-steps.ts';
import { entityTests, textTests } from './lib/suites.ts';
import { fromRoot, runTask } from './lib/task.ts';
import { runSteps, unitTestStep } from './lib/test-steps.ts';

if (import.meta.main) {
  await runTask(async (args) => {
    if (args.includes('--staged')) return runSteps(stagedSteps());
    if (args.includes('--quick')) return runSteps([...staticSteps, textTests]);
    const unitTests = unitTestStep('Unit tests', { projects: ['shared', 'packages', 'client'] });
    const code = await runSteps([...staticSteps, ...buildSteps, unitTests, entityTests]);
    sayDrafts();
    return code;
  });
}

/** Names texts that are still to be translated, which is no failure. */
function sayDrafts(): void {
  const file = fromRoot('shared', 'locales', 'drafts.json');
  const drafts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
  for (const language of new Set(Object.values(drafts).flat())) {
    const names = Object.keys(drafts).filter((name) => drafts[name]?.includes(language));
    say(`To translate into ${language} (shared/locales/drafts.json): ${names.join(', ')}`);
  }
}
