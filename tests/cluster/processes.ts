/** Programs of the test cluster: as the user `postgres`, with their output in a file. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemEnv } from '#tests/support/debian-packages.ts';

const idOf = (flag: string) =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }).trim());

export type Program = {
  readonly pid: number;
  readonly isRunning: boolean;
  /** Ends it and waits until it has. */
  kill(signal?: NodeJS.Signals): Promise<void>;
};

export type Workplace = ReturnType<typeof createWorkplace>;

/** A folder of the user `postgres`, and the programs that were started in it. */
export function createWorkplace() {
  const user = { uid: idOf('-u'), gid: idOf('-g') };
  const folder = mkdtempSync(join(tmpdir(), 'atrium-cluster-'));
  chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const running = new Set<ChildProcess>();
  const killAll = () => {
    for (const child of running) child.kill('SIGKILL');
  };
  process.once('exit', killAll);

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
        get isRunning() {
          return running.has(child);
        },
        async kill(signal = 'SIGKILL') {
          if (!running.has(child)) return;
          const ended = once(child, 'exit');
          child.kill(signal);
          await ended;
        },
      };
    },
    /** The last lines of a program's output. */
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
      process.removeListener('exit', killAll);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
