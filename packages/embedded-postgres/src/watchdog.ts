import { spawn } from 'node:child_process';
import { Socket } from 'node:net';
import { extname, join } from 'node:path';

/** Next to this file, which is either TypeScript or part of the bundle. */
const program = join(import.meta.dirname, `watchdog-process${extname(import.meta.filename)}`);

/**
 * Stops the PostgreSQL in `cluster` if this process is killed. `url` is used to check the instance lock. The returned
 * function ends the watch.
 */
export function startWatchdog(cluster: string, url: string): () => void {
  const child = spawn(process.execPath, [program, cluster], {
    // Protects it from Ctrl-C in the terminal.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  const { stdin: input } = child;
  input.on('error', () => {});
  input.write(url);
  child.unref();
  if (input instanceof Socket) input.unref();
  return () => void child.kill('SIGKILL');
}
