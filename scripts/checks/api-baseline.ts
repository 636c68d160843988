/** The API of the last release, which the API of the checkout is compared with. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a release promises: its contract, and its number. */
export type Baseline = { version: string; sdl: string };

const releaseHeading = /^## (\d+\.\d+\.\d+)/m;

/** The newest version that the changelog describes; undefined before the first release. */
const newestVersion = (changelog: string) => releaseHeading.exec(changelog)?.[1];

/**
 * The last release: the newest tag `v…` of this history, or else the commit that wrote the newest version
 * into CHANGELOG.md.
 *
 * @param folder root of the repository
 * @returns the reason if there is none: no git, a shallow clone, or nothing released
 */
export function findBaseline(folder: string): Baseline | { missing: string } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  const orEmpty = (...args: string[]) => {
    try {
      return git(...args);
    } catch {
      return '';
    }
  };
  const shallow = orEmpty('rev-parse', '--is-shallow-repository');
  if (shallow !== 'false') return { missing: shallow ? 'a shallow clone' : 'no git history' };
  const version = newestVersion(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'));
  if (!version) return { missing: 'no release yet' };
  const tag = orEmpty('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*');
  const writers = orEmpty('log', '--format=%H', `-S## ${version}`, '--', 'CHANGELOG.md');
  const commit = tag || writers.split('\n').at(-1);
  if (!commit) return { missing: `${version} is not committed yet` };
  const sdl = orEmpty('show', `${commit}:schema.graphql`);
  if (!sdl) return { missing: `no schema.graphql in ${commit}` };
  return { version: tag ? tag.slice(1) : version, sdl };
}

/** The code spans of the “Breaking” lists since `version`, where the coordinates are named. */
export function breakingNotes(changelog: string, version: string): Set<string> {
  const [since = ''] = changelog.split(`\n## ${version}`);
  const lists = since
    .split(/^(?=##)/m)
    .filter((section) => /^### Breaking/.test(section))
    .join('\n');
  const spans = [...lists.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span);
  // `User.roles: [Role!]!` names `User.roles`.
  return new Set(spans.flatMap((span) => /^@?[\w.]+(?:\(\w+:\))?/.exec(span)?.[0] ?? []));
}
