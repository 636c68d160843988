/** Finds or downloads a version of Patroni that keeps acknowledged writes when a primary is paused. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemEnv } from '#lab/support/debian-packages.ts';

/**
 * A paused primary of an older version takes the lock from its successor when it goes on:
 * https://github.com/patroni/patroni/pull/2693
 */
const leastVersion = [3, 0, 3];

/** The Debian release that has it. Its Patroni runs with the Python packages of Debian 12, too. */
const release = 'trixie';
const folder = `/opt/atrium-tests/patroni-${release}`;

const commands = [
  ['patroni'],
  [
    'env',
    `PYTHONPATH=${folder}/usr/lib/python3/dist-packages`,
    '/usr/bin/python3',
    '-m',
    'patroni',
  ],
];

function run([file = '', ...args]: readonly string[], cwd = '/'): string {
  const options = { cwd, env: systemEnv, encoding: 'utf8', timeout: 120_000 } as const;
  return spawnSync(file, args, options).stdout ?? '';
}

function isRecent(command: readonly string[]): boolean {
  const version = /(\d+)\.(\d+)\.(\d+)/.exec(run([...command, '--version']));
  const least = leastVersion.map((number, i) => Math.sign(Number(version?.[i + 1]) - number));
  return version !== null && (least.find((sign) => sign !== 0) ?? 1) > 0;
}

/** Downloads the package from the Debian mirror of this machine, and unpacks it without installing it. */
function download(): void {
  const files = mkdtempSync(join(tmpdir(), 'atrium-patroni-'));
  // Only lists that were read tell which mirror is Debian's.
  run(['apt-get', 'update', '-q']);
  const targets = ['indextargets', '--format', '$(REPO_URI)', 'Origin: Debian', 'Label: Debian'];
  const [mirror] = run(['apt-get', ...targets]).split('\n');
  const keys = '/usr/share/keyrings/debian-archive-keyring.gpg';
  const source = join(files, 'sources.list');
  mkdirSync(join(files, 'lists', 'partial'), { recursive: true });
  writeFileSync(source, `deb [signed-by=${keys}] ${mirror} ${release} main\n`);
  const options = Object.entries({
    'Dir::Etc::SourceList': source,
    'Dir::Etc::SourceParts': '/dev/null',
    'Dir::State::Lists': join(files, 'lists'),
    'Dir::Cache': join(files, 'cache'),
    'APT::Sandbox::User': 'root',
  }).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  run(['apt-get', ...options, 'update', '-q']);
  run(['apt-get', ...options, 'download', 'patroni'], files);
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(files).filter((each) => each.endsWith('.deb'))) {
    run(['dpkg', '-x', join(files, name), folder]);
  }
  rmSync(files, { recursive: true, force: true });
}

/** The command that runs Patroni, or undefined. */
export function findPatroni(): readonly string[] | undefined {
  const found = commands.find(isRecent);
  if (found) return found;
  download();
  return commands.find(isRecent);
}
