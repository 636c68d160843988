/** A copy of the checkout and a database of its own, for generators to write to. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect } from 'vitest';
import { listFiles } from '#scripts/checks/sources.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';

/** Packages are links; caches and links into the checkout are the copy's own. */
function linkPackages(folder: string): void {
  const own = ['.cache', '.vite', '@atrium'];
  mkdirSync(join(folder, 'node_modules', '@atrium'), { recursive: true });
  for (const name of readdirSync('node_modules').filter((each) => !own.includes(each))) {
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  for (const name of readdirSync('packages')) {
    symlinkSync(join('..', '..', 'packages', name), join(folder, 'node_modules', '@atrium', name));
  }
}

export function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'generated-'));
  let database: TestDatabase;

  function git(...args: string[]): string {
    const person = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
    return execFileSync('git', [...person, ...args], { cwd: folder, encoding: 'utf8' });
  }

  function run(args: string[]) {
    // Vitest sets variables that the product reads, such as BASE_URL.
    const { PATH, HOME, TMPDIR } = process.env;
    const result = spawnSync(process.execPath, args, {
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

  function commit(message: string): void {
    git('add', '--all');
    git('commit', '--quiet', '--message', message);
  }

  async function prepare(): Promise<void> {
    database = await freshDatabase();
    for (const file of listFiles()) cpSync(file, join(folder, file));
    linkPackages(folder);
    git('init', '--quiet');
    commit('Begin');
    const { code, output } = run(['scripts/generate.ts']);
    expect(code, output).toBe(0);
  }

  async function remove(): Promise<void> {
    await database.drop();
    rmSync(folder, { recursive: true });
  }

  return { folder, git, commit, run, prepare, remove };
}
