/**
 * Stops the embedded PostgreSQL after its product was killed and no other one has taken it over. It is
 * a process of its own; the end of its standard input tells it that the product is gone.
 */
import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOwned } from '#server/database/embedded/instance-lock.ts';
import { findPostmaster, stopPostmaster } from '#server/database/embedded/process.ts';

/** How long a restarted product may take to take PostgreSQL over, in milliseconds. */
const takeOverMilliseconds = 10_000;
const checkMilliseconds = 1_000;

/**
 * Watches over the PostgreSQL in `cluster` until this process ends; `url` is where its owner can be
 * seen. The returned function ends the watch.
 */
export function startWatchdog(cluster: string, url: string): () => void {
  const child = spawn(process.execPath, [import.meta.filename, cluster], {
    // A Ctrl-C in the terminal must not reach it.
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
  const deadline = Date.now() + takeOverMilliseconds;
  while (Date.now() < deadline) {
    await sleep(checkMilliseconds);
    const running = findPostmaster(cluster);
    if (!running) return;
    url.port = String(running.port);
    if (await isOwned(url.href)) return;
  }
  await stopPostmaster(cluster);
}

if (import.meta.main) await watch(process.argv[2] ?? '');
