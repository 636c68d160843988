/** A project that can't be created leaves nothing behind. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProject } from 'create-atrium';
import { afterAll, expect, it } from 'vitest';
import { root } from '#scripts/lib/task.ts';

const parent = mkdtempSync(join(tmpdir(), 'failed-creation-'));
afterAll(() => rmSync(parent, { recursive: true }));

/** A starter whose installation fails, and says that it ran. */
function copy(target: string): void {
  mkdirSync(join(target, 'scripts', 'bootstrap'), { recursive: true });
  const name = join('scripts', 'bootstrap', 'product-name.mjs');
  for (const file of [name, 'package.json']) cpSync(join(root, file), join(target, file));
  const installed = JSON.stringify(join(parent, 'installed'));
  const script = `fs.writeFileSync(${installed}, ''); process.exit(3);`;
  writeFileSync(join(target, 'scripts', 'bootstrap.mjs'), `import fs from 'node:fs'; ${script}`);
}

it.each([
  ['--name', 'React', '--yes'],
  ['--name=2nd', '--yes'],
])('refuses a name before anything is installed: %j', async (...args) => {
  const folder = join(parent, 'new', 'my-app');
  await expect(createProject({ folder, args, copy })).rejects.toThrow('cannot be the name');
  expect(readdirSync(parent)).toEqual([]);
});

it('takes the name from the folder otherwise', async () => {
  const folder = join(parent, 'react');
  await expect(createProject({ folder, args: ['--yes'], copy })).rejects.toThrow('package react');
});

it('leaves the folder as it was if the installation fails', async () => {
  const folder = join(parent, 'empty');
  mkdirSync(folder);
  expect(await createProject({ folder, args: ['--name', 'Shop', '--yes'], copy })).toBe(3);
  expect(existsSync(join(parent, 'installed'))).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});
