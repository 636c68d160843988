import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { extname, join } from 'node:path';

/** Beside this file, which is TypeScript or part of the bundle. */
const program = join(import.meta.dirname, `watchdog-process${extname(import.meta.filename)}`);

/**
 * Watches over the PostgreSQL in `cluster` until this process exits. The instance lock is looked up at
 * `url`. The returned function ends the watch.
 */
export function startWatchdog(cluster: string, url: string): () => void {
  const child = spawn(process.execPath, [program, cluster], {
    // Keeps Ctrl-C in the terminal from reaching it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.on('error', () => {});
  const input = child.stdin as unknown as Socket;
  input.on('error', () => {});
  input.write(url);
  child.unref();
  input.unref();
  return () => void child.kill('SIGKILL');
}
