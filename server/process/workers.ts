/**
 * The primary process: it accepts connections for its workers, hands them out in turn and replaces a worker
 * that ends. It holds no data of users and loads nothing that serves.
 */
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Log } from '#server/log/log.ts';
import { CliError } from '#server/progress.ts';
import { isMessage, type Order, type StartFailure } from './messages.ts';

/** Wait before a replacement starts, in milliseconds; it doubles with each further end within the window. */
const firstRestartWait = 250;
const longestRestartWait = 15_000;
const restartWindow = 60_000;

/** When workers that have not ended are killed. */
const killMilliseconds = 18_000;

type WorkersDeps = {
  /** The file that a worker runs. */
  program: string;
  /** Added to the environment of workers. */
  env: Record<string, string>;
  count: number;
  log: Log;
};

/**
 * Starts the workers and waits until all of them listen.
 *
 * @throws {CliError} if the first one cannot start
 */
export async function startWorkers({ program, env, count, log }: WorkersDeps) {
  // Connections in turn: the operating system would prefer few of the processes.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  cluster.setupPrimary({ exec: program, args: [] });
  // Counts what workers limit together.
  new RateLimiterClusterMaster();
  const working = new Set<Worker>();
  let ends: number[] = [];
  let isComplete = false;
  let isStopping = false;

  const tell = (worker: Worker, order: Order) => {
    // One that is gone is replaced anyway.
    if (worker.isConnected()) worker.send(order);
  };

  function start(): Worker {
    const worker = cluster.fork(env);
    working.add(worker);
    // A message to a worker that just ended.
    worker.on('error', () => {});
    worker.once('listening', () => {
      log.info({ worker: worker.id, pid: worker.process.pid }, 'worker.started');
      if (isComplete) tell(worker, { type: 'ready' });
    });
    worker.once('exit', (code, signal) => {
      working.delete(worker);
      if (isComplete && !isStopping) replace(worker, code, signal);
    });
    return worker;
  }

  function replace({ id, process: { pid } }: Worker, code: number, signal: string): void {
    const now = Date.now();
    ends = [...ends.filter((time) => now - time < restartWindow), now];
    const wait = Math.min(longestRestartWait, firstRestartWait * 2 ** (ends.length - 1));
    log.error({ worker: id, pid, code, signal, wait }, 'worker.ended');
    setTimeout(() => isStopping || start(), wait);
  }

  function kill(): void {
    isStopping = true;
    for (const worker of working) worker.process.kill('SIGKILL');
  }

  try {
    // What keeps one from starting keeps all: the first finds out.
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

    /** Ends all workers, `isBalanced` after load balancers could notice. Throws if one had to be killed. */
    async close(isBalanced: boolean): Promise<void> {
      isStopping = true;
      const timer = setTimeout(kill, killMilliseconds);
      const exits = [...working].map(async (worker) => {
        const exit = once(worker, 'exit');
        tell(worker, { type: 'stop', isBalanced });
        const [code] = await exit;
        return code;
      });
      const codes = await Promise.all(exits);
      clearTimeout(timer);
      if (codes.some((code) => code !== 0)) throw new Error('A process did not end in time.');
    },
  };
}

/** Waits until a worker listens; throws if it ends before. */
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
