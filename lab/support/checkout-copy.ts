/** Copies of the checkout for commands that change it. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '#scripts/checks/sources.ts';
import { root } from '#scripts/lib/task.ts';

/** Packages are links; caches, which record what was generated from the original, and workspaces are the copy's own. */
function linkPackages(folder: string): void {
  const own = ['.cache', '.vite', '@atrium'];
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@atrium'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!own.includes(name)) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const name of readdirSync(join(root, 'node_modules', '@atrium'))) {
    symlinkSync(join('..', '..', 'packages', name), join(modules, '@atrium', name));
  }
}

/** Commits the files as they are, on top of the history that the check of the API reads. */
export function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'checkout-'));
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  function commit(message: string): void {
    git('add', '--all');
    git('commit', '--quiet', '--allow-empty', '--no-verify', '--message', message);
  }
  git('clone', '--quiet', '--no-checkout', root, folder);
  for (const file of listFiles()) cpSync(join(root, file), join(folder, file));
  linkPackages(folder);
  commit('Begin');
  return { folder, git, commit, remove: () => rmSync(folder, { recursive: true }) };
}
