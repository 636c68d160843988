/** Processes of this machine. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ps = (column: string, ...which: string[]) =>
  spawnSync('ps', ['-o', `${column}=`, ...which], { encoding: 'utf8' }).stdout.trim();

export const childrenOf = (parent: number): number[] =>
  ps('pid', '--ppid', String(parent)).split(/\s+/).filter(Boolean).map(Number);

/** Whether it runs. One that has ended and is not yet waited for does not. */
export const isRunning = (pid: number): boolean => /^[^Z]/.test(ps('stat', '-p', String(pid)));

/** The running PostgreSQL of a `DATA_DIR`. */
export function findPostgresPid(dataDir: string): number | undefined {
  try {
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
    return isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

export function killAll(pids: readonly (number | undefined)[]): void {
  for (const pid of pids) {
    try {
      if (pid) process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already exited.
    }
  }
}
