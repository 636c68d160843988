import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export class ProjectError extends Error {}

export function requireNewFolder(folder) {
  if (!folder || folder.startsWith('-')) throw new ProjectError('Name the folder of the project.');
  const target = resolve(folder);
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new ProjectError(`${target} is not empty. Choose a new folder.`);
  }
  return target;
}

export async function createProject({ folder, args, copy }) {
  const target = requireNewFolder(folder);
  mkdirSync(target, { recursive: true });
  await copy(target);
  // Before the installation, which sets up the hooks of the repository.
  spawnSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: target });
  return run([join('scripts', 'bootstrap.mjs'), 'make-own', ...args], target);
}

/** `process.execPath` may be older than the project's Node.js, which its bootstrap installs. */
function run(args, cwd) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 130));
  });
}
