/** When scripts/bootstrap.mjs installs packages. */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { fromRoot } from '#scripts/lib/task.ts';

const folder = mkdtempSync(join(tmpdir(), 'installed-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(join(folder, dirname(path)), { recursive: true });
  writeFileSync(join(folder, path), content, { mode: 0o755 });
}
const writePackage = (name: string, version: string) =>
  write(`node_modules/${name}/package.json`, JSON.stringify({ name, version }));
const writeLockfile = (path: string) =>
  write(
    path,
    JSON.stringify({
      packages: {
        '': { version: '1.0.0' },
        'node_modules/serving': { version: '2.0.0' },
        'node_modules/testing': { version: '3.0.0', dev: true },
        'node_modules/other-platform': { version: '4.0.0', optional: true },
      },
    }),
  );

beforeEach(() => {
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  cpSync(fromRoot('scripts', 'bootstrap'), join(folder, 'scripts', 'bootstrap'), {
    recursive: true,
  });
  write('package.json', JSON.stringify({ version: '1.0.0' }));
  writeLockfile('package-lock.json');
  // As after npm ci, which makes no other mark.
  writeLockfile('node_modules/.package-lock.json');
  write('node_modules/.bin/node', '');
  writePackage('serving', '2.0.0');
  writePackage('testing', '3.0.0');
});

/** npm is not found, so an attempt to install fails. */
function installs(options = ''): boolean {
  const code = `import { ensureInstalled } from './scripts/bootstrap/install.mjs'; await ensureInstalled(${options});`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    env: { PATH: '' },
    encoding: 'utf8',
  });
  return stdout.includes('Installing packages');
}

it('nothing is installed after npm ci', () => {
  expect(installs()).toBe(false);
});

it('what the lockfile has in another version is installed', () => {
  writePackage('serving', '1.9.0');
  expect(installs()).toBe(true);
});

it('devDependencies may be missing in production only', () => {
  rmSync(join(folder, 'node_modules/testing'), { recursive: true });
  expect(installs('{ needsDev: false }')).toBe(false);
  expect(installs()).toBe(true);
});

it('an installation that was interrupted is repeated', () => {
  rmSync(join(folder, 'node_modules/.package-lock.json'));
  expect(installs()).toBe(true);
});
