import { type SpawnOptions, spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { CliError, reportError } from '#server/progress.ts';

export const root = dirname(dirname(import.meta.dirname));

export const fromRoot = (...parts: string[]): string => resolve(root, ...parts);

/** Runs a task and exits with its code: a returned number, otherwise 0, or 1 for an error. */
export async function runTask(task: (args: string[]) => Promise<unknown>): Promise<never> {
  followParent();
  forwardSignals();
  try {
    const code = await task(process.argv.slice(2));
    process.exit(typeof code === 'number' ? code : 0);
  } catch (error) {
    reportError(error);
    process.exit(1);
  }
}

/** @throws {CliError} for arguments that a command doesn't take */
export function parseCommand<Config extends ParseArgsConfig>(config: Config, usage: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new CliError((error as Error).message, usage);
  }
}

/** Exits as on SIGTERM when the parent is gone, so that kill -9 leaves no process behind. */
export function followParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}

export type ProgramResult = { code: number; output: string };

const children = new Set<ReturnType<typeof spawn>>();
let forwarding = false;

/** Forwards signals to running programs and exits once they have ended, so that tests can clean up. */
function forwardSignals(): void {
  if (forwarding) return;
  forwarding = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Between two programs, a task such as the product may handle the signal itself.
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

/** Runs a script with this Node.js. `output` is empty if stdio is inherited. */
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

/** The last lines of an output without stack traces; everything with LOG_LEVEL=debug. */
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

export async function requireNode(
  args: string[],
  hint: string,
  options?: SpawnOptions,
): Promise<string> {
  const { code, output } = await runNode(args, options);
  if (code !== 0)
    throw new CliError(shorten(output) || `The command exited with code ${code}.`, hint);
  return output;
}
