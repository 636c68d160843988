import { sendExpiryNotices } from './auth/access-tokens/token-notices.ts';
import type { Database } from './database/client.ts';
import type { Log } from './log/log.ts';
import type { Mailer } from './mail/mailer.ts';
import { deleteExpired } from './retention.ts';
import type { Settings } from './settings.ts';

const intervalMilliseconds = 60 * 60 * 1_000;

type CleanupDeps = { database: Database; mailer: Mailer; log: Log; settings: Settings };

/** Every hour, outside of requests: tells about tokens that expire soon, and deletes expired rows. Starts with `start()`. */
export function createCleanup({ database, mailer, log, settings }: CleanupDeps) {
  const stopped = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    const failed = (error: unknown) =>
      log.warn({ reason: (error as { code?: string }).code }, 'cleanup.failed');
    running = sendExpiryNotices({ database, mailer }, stopped.signal)
      .catch(failed)
      .then(() => deleteExpired(database, stopped.signal, settings.retentionDays))
      .catch(failed);
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
