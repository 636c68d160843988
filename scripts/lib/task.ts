/** What every task needs: the root folder, child processes, and one way to end. */

import { type SpawnOptions, spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { CliError, reportError } from '#server/progress.ts';

/** Absolute path of the checkout. */
export const root = dirname(dirname(import.meta.dirname));

/** Absolute path inside the checkout. */
export const fromRoot = (...parts: string[]): string => resolve(root, ...parts);

/** Runs a task and ends the process with its exit code: a returned number, else 0; 1 for an error. */
export async function runTask(task: (args: string[]) => Promise<unknown>): Promise<never> {
  followParent();
  try {
    const code = await task(process.argv.slice(2));
    process.exit(typeof code === 'number' ? code : 0);
  } catch (error) {
    reportError(error);
    process.exit(1);
  }
}

/** Ends as on SIGTERM when the process that started us is gone, so that a kill -9 leaves nobody behind. */
export function followParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

export type ProgramResult = { code: number; output: string };

const children = new Set<ReturnType<typeof spawn>>();
let forwarding = false;

/** Passes a signal on to the programs that run, then ends. Only tasks that run programs need it. */
function forwardSignals(): void {
  if (forwarding) return;
  forwarding = true;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Between two programs, the task itself (the product, say) may have its own idea of an end.
      if (children.size === 0 && process.listenerCount(signal) > 1) return;
      if (children.size === 0) process.exit(130);
      for (const child of children) child.kill(signal);
      setTimeout(() => process.exit(130), 5000).unref();
      void Promise.all(
        [...children].map((child) => new Promise((gone) => child.once('close', gone))),
      ).then(() => process.exit(130));
    });
  }
}

/** Runs this Node.js on a program of a package; `output` is empty where stdio was inherited. */
export function runNode(
  args: string[],
  options: SpawnOptions & { show?: boolean } = {},
): Promise<ProgramResult> {
  const { show = false, env, ...rest } = options;
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    ...rest,
    env: {
      ...process.env,
      PATH: `${fromRoot('node_modules', '.bin')}:${process.env.PATH ?? ''}`,
      ...env,
    },
  });
  forwardSignals();
  children.add(child);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      children.delete(child);
      resolve({ code: code ?? (signal ? 130 : 1), output: output.trim() });
    });
  });
}

/** The last lines of what a program said, without its stack; all of it with LOG_LEVEL=debug. */
const shorten = (output: string) =>
  process.env.LOG_LEVEL === 'debug'
    ? output
    : output
        .split('\n')
        .filter(
          (line) =>
            /\S/.test(line) && !/^\s+at \S|^\s*errors: \[Getter|^\s*\}$|^Node\.js v/.test(line),
        )
        .slice(-15)
        .join('\n');

/** Runs a package's program and throws a CliError with its output where it does not end well. */
export async function requireNode(
  args: string[],
  hint: string,
  options?: SpawnOptions,
): Promise<string> {
  const { code, output } = await runNode(args, options);
  if (code !== 0) throw new CliError(shorten(output) || `It ended with code ${code}.`, hint);
  return output;
}
