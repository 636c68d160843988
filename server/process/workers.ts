/**
 * The primary process: distributes connections to its workers and replaces workers that exit. It holds no user data and
 * loads no serving code.
 */

import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import { once } from 'node:events';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Log } from '#server/log/log.ts';
import { CliError } from '#server/progress.ts';

export type Order = { type: 'ready' } | { type: 'stop'; drainMs: number };

export type StartFailure = { type: 'failed'; message: string; hint: string };

export function isMessage<Message extends Order | StartFailure>(
  message: unknown,
  ...types: readonly Message['type'][]
): message is Message {
  return types.includes((message as Message | null)?.type as Message['type']);
}

/** Doubles with each exit within the window. */
const firstRestartWaitMs = 250;
const longestRestartWaitMs = 15_000;
const restartWindow = 60_000;

/** After draining. */
const killAfterMs = 18_000;

type WorkersDeps = {
  program: string;
  env: Record<string, string>;
  count: number;
  log: Log;
};

/**
 * Starts the workers and waits until all of them are listening.
 *
 * @throws {CliError} if the first one can't start
 */
export async function startWorkers({ program, env, count, log }: WorkersDeps) {
  // Round-robin, because the operating system would favor a few processes.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: program, args: [] });
  // Holds the counters of rate limits that workers share.
  new RateLimiterClusterMaster();
  const working = new Set<Worker>();
  const starting = new Set<Worker>();
  let ends: number[] = [];
  let isComplete = false;
  let isStopping = false;

  const tell = (worker: Worker, order: Order) => {
    if (worker.isConnected()) worker.send(order);
  };

  function start(): Worker {
    const worker = cluster.fork(env);
    working.add(worker);
    starting.add(worker);
    // Emitted when a message is sent to a worker that just exited.
    worker.on('error', () => {});
    worker.once('listening', () => {
      starting.delete(worker);
      log.info({ worker: worker.id, pid: worker.process.pid }, 'worker.started');
      if (isComplete) tell(worker, { type: 'ready' });
    });
    worker.once('exit', (code, signal) => {
      working.delete(worker);
      starting.delete(worker);
      if (isComplete && !isStopping) replace(worker, code, signal);
    });
    return worker;
  }

  function replace({ id, process: { pid } }: Worker, code: number, signal: string): void {
    const now = Date.now();
    ends = [...ends.filter((time) => now - time < restartWindow), now];
    const wait = Math.min(longestRestartWaitMs, firstRestartWaitMs * 2 ** (ends.length - 1));
    log.error({ worker: id, pid, code, signal, wait }, 'worker.ended');
    setTimeout(() => isStopping || start(), wait);
  }

  function kill(): void {
    isStopping = true;
    for (const worker of working) worker.process.kill('SIGKILL');
  }

  try {
    // Whatever keeps one worker from starting affects all, so try one first.
    await listening(start());
    await Promise.all(Array.from({ length: count - 1 }, () => listening(start())));
  } catch (error) {
    kill();
    throw error;
  }
  isComplete = true;
  for (const worker of working) tell(worker, { type: 'ready' });

  return {
    kill,

    /** Throws if a worker failed or had to be killed. One that a signal had ended before does not count. */
    async close(drainMs: number): Promise<void> {
      isStopping = true;
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        kill();
      }, drainMs + killAfterMs);
      const exits = [...working].map(async (worker) => {
        const exit = once(worker, 'exit');
        // One that is starting does not listen to orders yet.
        if (starting.has(worker)) worker.process.kill();
        else tell(worker, { type: 'stop', drainMs });
        const [code] = await exit;
        return code;
      });
      const codes = await Promise.all(exits);
      clearTimeout(timer);
      // Null after a signal.
      const hasFailed = codes.some((code) => code !== null && code !== 0);
      if (isLate || hasFailed) throw new Error('A process did not end in time.');
    },
  };
}

function listening(worker: Worker): Promise<void> {
  return new Promise((done, failed) => {
    let failure: Error | undefined;
    worker.on('message', (message) => {
      if (!isMessage<StartFailure>(message, 'failed')) return;
      failure = new CliError(message.message, message.hint);
    });
    worker.once('listening', () => done());
    worker.once('exit', (code, signal) => {
      failed(failure ?? new Error(`A process ended while starting (${signal ?? `code ${code}`}).`));
    });
  });
}
