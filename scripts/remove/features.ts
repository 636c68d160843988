import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/lib/task.ts';
import { CliError } from '#server/progress.ts';
import type { Feature } from './feature.ts';
import { removal } from './features/removal.ts';

type Declarations = Record<string, Feature | readonly Feature[]>;

const folder = join(import.meta.dirname, 'features');
const declared = await Promise.all(
  globSync('*.ts', { cwd: folder })
    .sort()
    .map((file): Promise<Declarations> => import(join(folder, file))),
);
const all = declared
  .flatMap((file) => Object.values(file).flat())
  .filter((each) => each.name && each !== removal);

export const features: readonly Feature[] = all.filter(({ users }) => !users);

/** With what they are the last to use. */
export function withShared(removed: readonly Feature[]): readonly Feature[] {
  const isLast = (using: readonly Feature[]) =>
    using.length > 0 && using.every((each) => removed.includes(each));
  const deleted = new Set(
    globSync(
      removed.flatMap(({ files }) => files),
      { cwd: root },
    ),
  );
  const isKept = ({ keptBy }: Feature) =>
    keptBy !== undefined &&
    globSync('client/features/**/*.tsx', { cwd: root }).some(
      (path) =>
        !deleted.has(path) && keptBy.test(`${path}\n${readFileSync(join(root, path), 'utf8')}`),
    );
  const unneeded = all.filter(
    (each) => isLast(features.filter(({ name }) => each.users?.includes(name))) && !isKept(each),
  );
  return [...removed, ...unneeded, ...(isLast(features) ? [removal] : [])];
}

/** @throws {CliError} that lists the features, if there is none with this name */
export function requireFeature(name: string): Feature {
  const feature = features.find((each) => each.name === name);
  if (feature) return feature;
  const width = Math.max(...features.map((each) => each.name.length));
  const list = features.map((each) => `  ${each.name.padEnd(width)}  ${each.purpose}`);
  throw new CliError(
    name ? `There is no feature "${name}".` : 'The name of the feature is missing.',
    `Features that can be removed:\n${list.join('\n')}`,
  );
}
