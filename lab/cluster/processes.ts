import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemEnv } from '#lab/support/debian-packages.ts';

const idOf = (flag: string) =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());

export type Program = {
  readonly pid: number;
  kill(signal?: NodeJS.Signals): Promise<void>;
};

/** Processes whose working directory is `folder` or below it. */
function findProcessesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return `${readlinkSync(`/proc/${name}/cwd`)}/`.startsWith(`${folder}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** A process may start another one just before it ends, so killing is repeated up to this many times. */
const killRounds = 1_000;

function killAllIn(folder: string): void {
  for (let round = 0; round < killRounds; round += 1) {
    const found = findProcessesIn(folder);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {}
    }
  }
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type Workplace = ReturnType<typeof createWorkplace>;

export function createWorkplace() {
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const folder = mkdtempSync(join(tmpdir(), 'atrium-cluster-'));
  chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const running = new Set<ChildProcess>();
  const killAll = () => killAllIn(folder);
  const endAll = () => {
    killAll();
    rmSync(folder, { recursive: true, force: true });
  };
  const exit = () => process.exit(130);
  process.once('exit', endAll);
  for (const signal of signals) process.once(signal, exit);

  const path = (...names: string[]) => join(folder, ...names);

  return {
    path,
    makeFolder(name: string): string {
      mkdirSync(path(name), { recursive: true, mode: 0o700 });
      chownSync(path(name), user.uid, user.gid);
      return path(name);
    },
    write(name: string, text: string): string {
      writeFileSync(path(name), text, { mode: 0o600 });
      chownSync(path(name), user.uid, user.gid);
      return path(name);
    },
    start(name: string, file: string, args: string[]): Program {
      const log = openSync(path(`${name}.log`), 'a');
      const child = spawn(file, args, {
        ...user,
        cwd: folder,
        env: { PATH: systemEnv.PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC' },
        stdio: ['ignore', log, log],
      });
      running.add(child);
      child.once('exit', () => running.delete(child));
      return {
        pid: child.pid ?? 0,
        async kill(signal = 'SIGKILL') {
          if (!running.has(child)) return;
          const ended = once(child, 'exit');
          child.kill(signal);
          await ended;
        },
      };
    },
    logOf(name: string): string {
      try {
        return readFileSync(path(`${name}.log`), 'utf8')
          .split('\n')
          .slice(-25)
          .join('\n');
      } catch {
        return '';
      }
    },
    async close(): Promise<void> {
      const ended = [...running].map((child) => once(child, 'exit'));
      killAll();
      await Promise.all(ended);
      process.removeListener('exit', endAll);
      for (const signal of signals) process.removeListener(signal, exit);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
