/** node scripts/bootstrap.mjs make-own: turns a fresh copy of the starter into a project of its own. See new.ts. */

import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, say, step } from '#server/progress.ts';
import { ensureInstalled } from './bootstrap/install.mjs';
import { productName } from './lib/rename-product.ts';
import { fromRoot, requireNode, root, runTask } from './lib/task.ts';
import { readChoices } from './new/choices.ts';
import { squashMigrations, startHistory } from './new/own-history.ts';
import { starter } from './remove/features/starter.ts';

const hint = 'Start again: the folder is removed.';

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw new CliError(stderr || `git ${args[0]} failed.`, hint);
  return stdout.trim();
}

/** Commits everything, even if git does not know the person yet. */
function commit(message: string, ...flags: string[]): void {
  const { status } = spawnSync('git', ['config', 'user.email'], { cwd: root });
  const person =
    status === 0 ? [] : ['-c', 'user.name=New project', '-c', 'user.email=new@localhost'];
  git('add', '--all');
  git(...person, 'commit', '--quiet', '--no-verify', ...flags, '--message', message);
}

async function makeOwn(args: string[]): Promise<void> {
  const isOwn = spawnSync('git', ['rev-parse', '--verify', 'HEAD'], { cwd: root }).status === 0;
  if (isOwn) throw new CliError('This project has a history already.', 'Use it in a fresh copy.');
  git('add', '--all');
  const { name, without } = await readChoices(args);
  const formerName = productName(root);
  commit('Copy the starter');
  // The embedded database of the removals has the former name.
  const dataDir = join('.data', 'removals');
  const options = { env: { ...process.env, DATA_DIR: dataDir } };
  const unneeded = [...new Set([...without, starter.name])].join();
  await step(`Removing ${unneeded.replaceAll(',', ', ')}`, () =>
    requireNode(['scripts/remove.ts', unneeded, '--force', '--yes'], hint, options),
  );
  rmSync(fromRoot(dataDir), { recursive: true, force: true });
  // Last, as a feature's removal could take the name for the feature's.
  await step(`Naming it ${name}`, () => requireNode(['scripts/rename.ts', name], hint));
  // The packages of the workspace have new names.
  await ensureInstalled();
  await step('Writing one migration', () => squashMigrations(formerName, name));
  startHistory();
  await ensureInstalled();
  await step('Generating', () => requireNode(['scripts/generate.ts'], hint));
  commit(`Create ${name}`, '--amend');
  say(`\n  ${name} is ready. Next:`);
  say(`    cd ${root}`);
  say('    npm start        builds and starts it, and says where');
  say('    npm run check    after each change');
  say(
    '  docs/guides lists what to do then: rename-the-product.md for icons and the license first.',
  );
}

if (import.meta.main) await runTask(makeOwn);
