import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from './runner.ts';

/** Time in ms before a fast shutdown is escalated to an immediate one. */
const fastShutdownTimeout = 20_000;
const shutdownTimeout = 30_000;

/**
 * Starts `file` as `runner`, in a separate session so that Ctrl-C in the terminal doesn't reach it. `output` receives
 * stdout and stderr: a file descriptor, or 'pipe'.
 */
export function spawnAs(
  runner: Runner,
  file: string,
  args: string[],
  output: number | 'pipe',
): ChildProcess {
  const [command = file, ...rest] = [...runner.prefix, file, ...args];
  const user = runner.prefix.length ? {} : { uid: runner.uid, gid: runner.gid };
  // The other user may lack access to our folder, and PG* variables would change the settings.
  const env = { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, LC_ALL: 'C', TZ: 'UTC' };
  return spawn(command, rest, {
    ...user,
    cwd: '/',
    env,
    detached: true,
    stdio: ['ignore', output, output],
  });
}

/** The PostgreSQL running on this folder, found by its postmaster.pid. */
export function findPostgres(
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

// The PID proves nothing: after a reboot, it may belong to another program.
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  } catch {
    return '';
  }
}

/**
 * Requests a fast shutdown (closes sessions, writes a checkpoint), after 20 s an immediate one, and waits at most 30 s.
 * Source: https://www.postgresql.org/docs/current/server-shutdown.html
 */
export async function stopPostgres(cluster: string): Promise<void> {
  const running = findPostgres(cluster);
  if (!running) return;
  const signal = (name: NodeJS.Signals) => {
    try {
      process.kill(running.pid, name);
    } catch {
      // Already exited.
    }
  };
  signal('SIGINT');
  const begin = Date.now();
  for (let immediate = false; findPostgres(cluster)?.pid === running.pid; ) {
    const elapsed = Date.now() - begin;
    if (elapsed > shutdownTimeout) return;
    if (!immediate && elapsed > fastShutdownTimeout) {
      signal('SIGQUIT');
      immediate = true;
    }
    await sleep(10);
  }
}
