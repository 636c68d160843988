/**
 * A process of its own that stops the embedded PostgreSQL after its product was killed, unless another one
 * takes over. The end of its standard input tells it that the product has exited.
 */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInstanceRunning } from '#server/database/embedded/instance-lock.ts';
import { findPostgres, stopPostgres } from '#server/database/embedded/process.ts';

/** How long a restarted product has to acquire the instance lock, in milliseconds. */
const gracePeriod = 10_000;
const checkInterval = 1_000;

/**
 * Watches over the PostgreSQL in `cluster` until this process exits. The instance lock is looked up at
 * `url`. The returned function ends the watch.
 */
export function startWatchdog(cluster: string, url: string): () => void {
  const child = spawn(process.execPath, [import.meta.filename, cluster], {
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

async function watch(cluster: string): Promise<void> {
  const url = new URL(await text(process.stdin));
  const deadline = Date.now() + gracePeriod;
  while (Date.now() < deadline) {
    await sleep(checkInterval);
    const running = findPostgres(cluster);
    if (!running) return;
    url.port = String(running.port);
    if (await isInstanceRunning(url.href)) return;
  }
  await stopPostgres(cluster);
}

if (import.meta.main) await watch(process.argv[2] ?? '');
