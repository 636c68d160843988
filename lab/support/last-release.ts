/** The last release, to run beside or before the present version. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { findBaseline } from '#scripts/checks/api-baseline.ts';
import { root } from '#scripts/lib/task.ts';

/** Its commit, or the reason why there is none. */
export const lastRelease = findBaseline(root);

export const run = (folder: string, program: string, args: string[], input?: Buffer) =>
  execFileSync(program, args, { cwd: folder, input, maxBuffer: 1e9, stdio: 'pipe' });

/**
 * Checks out the last release in a new folder, where it installs its own packages.
 *
 * @returns the folder, and the program for `startProduct`
 */
export function checkOutRelease(): { folder: string; program: string } {
  if ('missing' in lastRelease) throw new Error(lastRelease.missing);
  const folder = mkdtempSync(join(tmpdir(), 'atrium-release-'));
  run(folder, 'tar', ['x'], run(root, 'git', ['archive', lastRelease.commit]));
  run(folder, 'npm', ['run', 'generate']);
  return { folder, program: relative(root, join(folder, 'server', 'main.ts')) };
}
