/** Deletes what has expired, once an hour and never in a request, so that no request pays for it. */
import type { Database } from './database/client.ts';
import type { Log } from './log/log.ts';
import { deleteExpired } from './retention.ts';

const everyMilliseconds = 60 * 60 * 1_000;

/** The cleanup of one instance; it begins with `start()`. */
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
      timer = setInterval(run, everyMilliseconds);
      run();
    },
    /** Finishes the statement at hand. */
    async stop(): Promise<void> {
      stopped.abort();
      clearInterval(timer);
      await running;
    },
  };
}
