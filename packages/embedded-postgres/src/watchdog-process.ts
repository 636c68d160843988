/**
 * A separate process that stops the embedded PostgreSQL after its program was killed, unless another one starts.
 * Its standard input ends when the program exits.
 */
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { isInstanceRunning } from './instance-lock.ts';
import { findPostgres, stopPostgres } from './process.ts';

/** Time in ms for a restarted program to acquire the instance lock. */
const gracePeriod = 10_000;
const checkInterval = 1_000;

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

await watch(process.argv[2] ?? '');
