/** A copy of the checkout and a database of its own, for generators to write to. */
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { copyCheckout } from '#lab/support/checkout-copy.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

export function copyForGenerators() {
  const { folder, git, commit, remove } = copyCheckout();
  let database: TestDatabase;

  function run(args: string[], program = process.execPath) {
    // Vitest sets variables that the product reads, such as BASE_URL.
    const { PATH, HOME, TMPDIR } = process.env;
    const result = spawnSync(program, args, {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...{ PATH, HOME, TMPDIR },
        DATABASE_URL: database.url,
        // Any existing file keeps Prisma from downloading an unused engine.
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
      },
    });
    return { code: result.status, output: result.stdout + result.stderr };
  }

  return {
    ...{ folder, git, commit, run },
    runShell: (commands: string) => run(['-ec', commands], 'sh'),
    async prepare(): Promise<void> {
      database = await freshDatabase();
      const { code, output } = run(['scripts/generate.ts']);
      expect(code, output).toBe(0);
    },
    async remove(): Promise<void> {
      await database.drop();
      remove();
    },
  };
}
