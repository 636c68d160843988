import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Baseline = { version: string; commit: string; sdl: string };

const releaseHeading = /^## (\d+\.\d+\.\d+)/m;

const newestVersion = (changelog: string) => releaseHeading.exec(changelog)?.[1];

/**
 * Finds the last release: the commit that wrote the newest version into CHANGELOG.md. Doesn't use tags, because clones
 * and forks may lack them.
 *
 * @param folder root of the repository
 * @returns the reason if there is none: no git, a shallow clone, or nothing released
 */
export function findBaseline(folder: string): Baseline | { missing: string } {
  const orEmpty = (...args: string[]) => {
    try {
      return execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
    } catch {
      return '';
    }
  };
  const shallow = orEmpty('rev-parse', '--is-shallow-repository');
  if (shallow !== 'false') return { missing: shallow ? 'a shallow clone' : 'no git history' };
  const version = newestVersion(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'));
  if (!version) return { missing: 'no release yet' };
  const writers = orEmpty('log', '--format=%H', `-S## ${version}`, '--', 'CHANGELOG.md');
  const commit = writers.split('\n').at(-1);
  if (!commit) return { missing: `${version} is not committed yet` };
  const sdl = orEmpty('show', `${commit}:schema.graphql`);
  if (!sdl) return { missing: `no schema.graphql in ${commit}` };
  return { version, commit, sdl };
}

export function breakingNotes(changelog: string, version: string): string {
  const [since = ''] = changelog.split(`\n## ${version}`);
  const lists = since.split(/^(?=##)/m).filter((section) => /^### Breaking/.test(section));
  return lists.join(' ').replaceAll('`', '').replace(/\s+/g, ' ');
}
