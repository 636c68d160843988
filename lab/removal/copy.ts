/** Copies of the checkout for removing features. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { copyCheckout } from '#lab/support/checkout-copy.ts';
import { type ProgramResult, runNode } from '#scripts/lib/task.ts';

export type Copy = {
  folder: string;
  run(...args: string[]): Promise<ProgramResult>;
  files(): string[];
  remove(): void;
};

const env = {
  // As scripts/bootstrap.mjs sets it, which would install packages here.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  // Vitest sets it to "/". An empty value counts as unset.
  BASE_URL: '',
};

export function copyForRemoval(): Copy {
  const { folder, git, remove } = copyCheckout();
  return {
    folder,
    run: (...args) => runNode(args, { cwd: folder, env }),
    files() {
      const all = git('ls-files', '-co', '--exclude-standard', '--deduplicate').split('\n');
      return all.filter((file) => file && existsSync(join(folder, file)));
    },
    remove,
  };
}
