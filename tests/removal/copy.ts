/** Copies of the checkout for removing features. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listFiles } from '#scripts/checks/sources.ts';
import { type ProgramResult, root, runNode } from '#scripts/lib/task.ts';

export type Copy = {
  folder: string;
  run(...args: string[]): Promise<ProgramResult>;
  files(): string[];
  delete(): void;
};

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  });

const env = {
  // As scripts/bootstrap.mjs sets it, which would install packages here.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  // Vitest sets it to "/". An empty value counts as unset.
  BASE_URL: '',
};

/** Copies the files as they are, with the history that the check of the API reads. */
export function copyCheckout(): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'removal-'));
  git(root, 'clone', '--quiet', '--no-checkout', root, folder);
  const modules = join(folder, 'node_modules');
  // Without the cache, which records what was generated from the original.
  mkdirSync(modules);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (name !== '.cache') symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  for (const file of listFiles()) cpSync(join(root, file), join(folder, file));
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'Before');
  return {
    folder,
    run: (...args) => runNode(args, { cwd: folder, env }),
    files() {
      const all = git(folder, 'ls-files', '-co', '--exclude-standard', '--deduplicate').split('\n');
      return all.filter((file) => file && existsSync(join(folder, file)));
    },
    delete: () => rmSync(folder, { recursive: true }),
  };
}
