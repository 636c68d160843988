import type { Database } from './database/client.ts';
import type { Log } from './log/log.ts';
import { deleteExpired } from './retention.ts';

const intervalMilliseconds = 60 * 60 * 1_000;

/** Deletes expired rows every hour, outside of requests. Starts with `start()`. */
export function createCleanup({ database, log }: { database: Database; log: Log }) {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = deleteExpired(database, stopped.signal).catch((error) =>
      log.warn({ reason: (error as { code?: string }).code }, 'cleanup.failed'),
    );
  };
  return {
    start(): void {
      timer = setInterval(run, intervalMilliseconds);
      run();
    },
    /** Finishes the current statement. */
    async stop(): Promise<void> {
      stopped.abort();
      clearInterval(timer);
      await running;
    },
  };
}
