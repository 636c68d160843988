import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

type Entry = { integrity?: string; resolved?: string; inBundle?: boolean; link?: boolean };

it('every package of the lockfile has a digest, on every platform, and no registry of its own', () => {
  const file = join(import.meta.dirname, '..', '..', 'package-lock.json');
  const packages: Record<string, Entry> = JSON.parse(readFileSync(file, 'utf8')).packages;
  const entries = Object.entries(packages).filter(
    ([path, { link }]) => path.includes('node_modules/') && !link,
  );
  expect(entries.length).toBeGreaterThan(500);
  const unverified = entries.filter(
    ([, { integrity = '', inBundle }]) => !inBundle && !/^sha512-[\w+/]{86}==$/.test(integrity),
  );
  expect(unverified.map(([path]) => path)).toEqual([]);
  expect(entries.filter(([, { resolved }]) => resolved).map(([path]) => path)).toEqual([]);
});
