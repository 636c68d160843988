import { setTimeout as sleep } from 'node:timers/promises';
import type { Progress } from '#server/database/migrations/background.ts';
import { migrateInBackground } from '#server/database/migrations/migrate.ts';
import type { Log } from '#server/log/log.ts';
import { CliError } from '#server/progress.ts';

const retryMs = 30_000;
const logEveryMs = 10_000;

/** Database messages can contain values of rows, their codes can't. */
const reasonOf = (error: unknown) =>
  error instanceof CliError ? error.message : (error as { code?: string }).code;

/** Finishes background migrations beside the requests, in one of the instances. Retries after a failure. */
export function startBackgroundMigrations(url: string, log: Log): { stop(): void } {
  const stopped = new AbortController();
  const { signal } = stopped;
  let loggedAt = Number.NEGATIVE_INFINITY;
  const onBatch = (progress: Progress) => {
    if (!progress.isFinished && performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    log.info(progress, 'migration.background');
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        return await migrateInBackground(url, { signal, onBatch });
      } catch (error) {
        if (signal.aborted) return;
        log.error({ reason: reasonOf(error) }, 'migration.background_failed');
        await sleep(retryMs, undefined, { signal, ref: false }).catch(() => {});
      }
    }
  };
  void run();
  return { stop: () => stopped.abort() };
}
