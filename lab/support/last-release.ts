/** The last release, to run beside or before the present version. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findBaseline } from '#scripts/checks/api-baseline.ts';
import { fromRoot, root } from '#scripts/lib/task.ts';

/** Its commit, or the reason why there is none. */
export const lastRelease = findBaseline(root);

export const run = (folder: string, program: string, args: string[], input?: Buffer) =>
  execFileSync(program, args, { cwd: folder, input, maxBuffer: 1e9, stdio: 'pipe' });

/** Links this checkout's packages into a checkout of the release: installing its own would take minutes. */
export function linkPackages(folder: string): void {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@atrium'), { recursive: true });
  const packages = readdirSync(join(folder, 'packages')).map((each) => {
    const path = join(folder, 'packages', each);
    const { name } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    return { path, name: String(name) };
  });
  const own = ['@atrium', '.installed', '.cache', ...packages.map(({ name }) => name)];
  for (const name of readdirSync(fromRoot('node_modules'))) {
    if (!own.includes(name)) symlinkSync(fromRoot('node_modules', name), join(modules, name));
  }
  for (const { path, name } of packages) symlinkSync(path, join(modules, name));
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  writeFileSync(join(modules, '.installed'), createHash('sha256').update(lockfile).digest('hex'));
}

/**
 * Checks out the last release in a new folder.
 *
 * @returns the folder, and the program for `startProduct`
 */
export function checkOutRelease(): { folder: string; program: string } {
  if ('missing' in lastRelease) throw new Error(lastRelease.missing);
  const folder = mkdtempSync(join(tmpdir(), 'atrium-release-'));
  run(folder, 'tar', ['x'], run(root, 'git', ['archive', lastRelease.commit]));
  linkPackages(folder);
  run(folder, 'npm', ['run', 'generate']);
  return { folder, program: relative(root, join(folder, 'server', 'main.ts')) };
}
