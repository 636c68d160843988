/** The last release, to run beside or before the present version. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  for (const name of readdirSync(fromRoot('node_modules'))) {
    if (name !== '@atrium' && name !== '.installed' && name !== '.cache') {
      symlinkSync(fromRoot('node_modules', name), join(modules, name));
    }
  }
  for (const each of readdirSync(join(folder, 'packages'))) {
    const path = join(folder, 'packages', each);
    const { name } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    symlinkSync(path, join(modules, name));
  }
  const lockfile = readFileSync(join(folder, 'package-lock.json'));
  writeFileSync(join(modules, '.installed'), createHash('sha256').update(lockfile).digest('hex'));
}
