/** Removes random sets of features in copies of the checkout. `REMOVAL_SEED=2026-11-25` repeats the sets of a day. */
import { describe, expect, it } from 'vitest';
import { features } from '#scripts/remove/features.ts';
import { copyForRemoval } from './copy.ts';
import { pickSets } from './random-sets.ts';
import { requireBuild, requireRemoval, requireSuccess, unitTests } from './traces.ts';

const today = new Date().toISOString().slice(0, 10);
const seed = process.env.REMOVAL_SEED || today;
/** A set takes about ten minutes on two idle cores: one for each removal, the rest for tests and a build. */
const count = process.env.ALL_FEATURES === 'false' ? 1 : 3;
const names = features.map(({ name }) => name);
const sets = pickSets(names, count, seed).map((set) => ({ set, title: set.join(', ') }));

const signIn = [
  'node_modules/@playwright/test/cli.js',
  'test',
  '--project=desktop',
  '--grep=a new user gets a code by mail',
  'tests/e2e/smoke.spec.ts',
];

describe('random sets', () => {
  it('are the same for the same seed', () => {
    expect(pickSets(names, 3, seed)).toEqual(pickSets(names, 3, seed));
    expect(pickSets(names, 3, 'one')).not.toEqual(pickSets(names, 3, 'another'));
  });

  it.each(sets)('$title', { timeout: 3_600_000 }, async ({ set, title }) => {
    process.stdout.write(`To repeat it: REMOVAL_SEED=${seed} (${title})\n`);
    const copy = copyForRemoval();
    try {
      await requireRemoval(copy, set);
      await requireSuccess(copy, 'scripts/check.ts', '--quick');
      // Server tests ask for built pages.
      await requireBuild(copy);
      await requireSuccess(copy, ...unitTests('shared', 'packages', 'client', 'server'));
      await requireSuccess(copy, ...signIn);
    } finally {
      copy.remove();
    }
  });
});
