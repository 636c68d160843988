/**
 * Forgets what is over: codes, sessions and counters that nobody can use any more. Once an hour on
 * each instance and never in a request, so that no request pays for it.
 */
import type { Database } from './database/client.ts';
import type { Log } from './log.ts';

const everyMilliseconds = 60 * 60 * 1_000;
/** A counter that nothing happened to for so long counts nothing: its longest wait is a day. */
const counterDays = 30;

/** Deletes what is over. */
export async function forgetWhatIsOver(database: Database): Promise<void> {
  await database.$executeRaw`
    DELETE FROM "code_budget" WHERE "times"[1] < now() - make_interval(days => ${counterDays})`;
  await database.$executeRaw`DELETE FROM "verification" WHERE "expiresAt" < now()`;
  await database.$executeRaw`DELETE FROM "session" WHERE "expiresAt" < now()`;
}

/** The housekeeping of one instance; it begins with `start()`. */
export function createHousekeeping({ database, log }: { database: Database; log: Log }) {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const run = () => {
    running = forgetWhatIsOver(database).catch((error) =>
      log.warn({ reason: (error as { code?: string }).code }, 'housekeeping.failed'),
    );
  };
  return {
    start(): void {
      timer = setInterval(run, everyMilliseconds);
      run();
    },
    /** Finishes what is at hand. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
