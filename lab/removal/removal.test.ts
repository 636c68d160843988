/** Removes each optional feature in a copy of the checkout, and adds entities to what is left. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { features } from '#scripts/remove/features.ts';
import { type Copy, copyForRemoval } from './copy.ts';
import { requireBuild, requireRemoval, requireSuccess, unitTests, words } from './traces.ts';

/** The generators go last, once they have written what a product needs. */
const isLast = (name: string) => name === 'generators';

/** Before a check, which then covers what the generators write, unless they are gone. */
async function addEntities(copy: Copy): Promise<void> {
  const generator = join('scripts', 'add.ts');
  if (!existsSync(join(copy.folder, generator))) return;
  const add = (...args: string[]) => requireSuccess(copy, generator, 'entity', ...args);
  await add('customer', 'name:text', '--areas', 'app,manager', '--bulk');
  await add('ticket', 'title:text', 'customer:Customer', '--owner', 'user');
  if (!existsSync(join(copy.folder, 'server/features/organization'))) return;
  await add('deadline', 'title:text', '--owner', 'organization');
}

const day = Math.floor(Date.now() / 86_400_000);
const featureOn = (date: number) => features[date % features.length];
const featureOfToday = featureOn(day)?.name;

/** Two a day if suites take turns, otherwise all. */
const removed =
  process.env.ALL_FEATURES === 'false'
    ? [day, day + Math.floor(features.length / 2)].flatMap((date) => featureOn(date) ?? [])
    : features;

it('covers every feature that can be removed', () => {
  expect(features.map(({ name }) => name).sort()).toEqual(Object.keys(words).sort());
});

describe.each(removed.map(({ name }) => name))('%s', (name) => {
  it('is removed without a trace, and the check passes', { timeout: 1_200_000 }, async () => {
    const copy = copyForRemoval();
    try {
      if (isLast(name)) await addEntities(copy);
      await requireRemoval(copy, [name]);
      await addEntities(copy);
      await requireSuccess(copy, ...unitTests('shared'));
      await requireBuild(copy);
      // All unit tests for one feature a day, since they take minutes.
      const options = name === featureOfToday ? [] : ['--quick'];
      await requireSuccess(copy, 'scripts/check.ts', ...options);
    } finally {
      copy.remove();
    }
  });
});

const isProduct = (file: string) => /^(client|server|shared)\//.test(file);

function countLines({ folder, files }: Copy): number {
  return files()
    .filter((file) => isProduct(file) && /\.(tsx?|css|graphql)$/.test(file))
    .reduce((sum, file) => sum + readFileSync(join(folder, file), 'utf8').split('\n').length, 0);
}

describe.skipIf(process.env.ALL_FEATURES === 'false')('all features', () => {
  it('are removed together, and all tests pass', {
    timeout: 2_400_000,
  }, async () => {
    const copy = copyForRemoval();
    try {
      const names = features.map(({ name }) => name);
      await requireRemoval(
        copy,
        names.filter((name) => !isLast(name)),
      );
      const begin = performance.now();
      const output = await requireSuccess(copy, 'scripts/build.ts');
      const seconds = (performance.now() - begin) / 1_000;
      const [, bytes] = /JavaScript at \/login: (\d+)/.exec(output) ?? [];
      process.stdout.write(
        `Without optional features: ${countLines(copy)} lines, built in ${seconds.toFixed(1)} s, ${(Number(bytes) / 1_000).toFixed(1)} kB of JavaScript at /login\n`,
      );
      await addEntities(copy);
      for (const name of names.filter(isLast)) await requireRemoval(copy, [name]);
      expect(copy.files().filter((file) => file.startsWith('scripts/remove'))).toEqual([]);
      await requireSuccess(copy, 'scripts/test.ts');
    } finally {
      copy.remove();
    }
  });
});
