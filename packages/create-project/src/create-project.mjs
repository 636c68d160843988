import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

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
  const made = mkdirSync(target, { recursive: true });
  // The child ends with the signal, too. What it leaves is removed below.
  process.once('SIGINT', () => {});
  let code = 1;
  try {
    await copy(target);
    await requireName(target, args);
    // Before the installation, which sets up the hooks of the repository.
    spawnSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: target });
    code = await run([join('scripts', 'bootstrap.mjs'), 'make-own', ...args], target);
  } finally {
    if (code !== 0) discard(target, made);
  }
  return code;
}

/** Of a project that could not be created, so that the next attempt finds no full folder. */
function discard(target, made) {
  for (const name of readdirSync(target))
    rmSync(join(target, name), { recursive: true, force: true });
  if (made) rmSync(made, { recursive: true });
}

/** Checks a name that the arguments or the folder give. Others are asked for. */
async function requireName(target, args) {
  const { nameOfFolder, nameProblem } = await import(
    pathToFileURL(join(target, 'scripts', 'bootstrap', 'product-name.mjs')).href
  );
  const options = { name: { type: 'string' }, yes: { type: 'boolean' } };
  const { values } = parseArgs({ args, options, strict: false });
  const isAsked = values.name === undefined && !values.yes && process.stdin.isTTY;
  const name = String(values.name ?? nameOfFolder(target)).trim();
  const problem = isAsked ? undefined : nameProblem(name, target);
  if (problem) throw new ProjectError(problem);
}

/** `process.execPath` may be older than the project's Node.js, which its bootstrap installs. */
function run(args, cwd) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'inherit' });
    child.once('error', fail);
    child.once('exit', (code) => done(code ?? 130));
  });
}
