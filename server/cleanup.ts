import type { Services } from './auth/sign-in.ts';
import { clearExpiredBans } from './auth/users.ts';
import { sendExpiryNotices } from './features/access-token/token-notices.ts';
import { endSessionsWithoutPasskey } from './features/passkey/passkey-policy.ts';
import { deleteExpired } from './retention.ts';

const hourMs = 60 * 60 * 1_000;
const minuteMs = 60 * 1_000;

/**
 * Work outside of requests, which begins with `start()`. Every minute: clears expired bans. Every hour: deletes expired
 * rows. Every hour: emails about expiring access tokens. Every hour: ends sessions without a required passkey.
 */
export function createCleanup(
  services: Pick<Services, 'database' | 'mailer' | 'log' | 'settings'>,
) {
  const { database, log, settings } = services;
  const stopped = new AbortController();
  const failed = (error: unknown) =>
    log.warn({ reason: (error as { code?: string }).code }, 'cleanup.failed');
  const jobs = [
    {
      everyMs: hourMs,
      async run() {
        await sendExpiryNotices(services, stopped.signal).catch(failed);
        await endSessionsWithoutPasskey(services, stopped.signal).catch(failed);
        await deleteExpired(database, stopped.signal, settings.retentionDays);
      },
    },
    { everyMs: minuteMs, run: () => clearExpiredBans(database) },
  ].map((job) => ({ ...job, ended: Promise.resolve() }));
  const timers: NodeJS.Timeout[] = [];
  return {
    start(): void {
      for (const job of jobs) {
        const begin = () => {
          job.ended = job.ended.then(job.run).catch(failed);
        };
        timers.push(setInterval(begin, job.everyMs));
        begin();
      }
    },
    async stop(): Promise<void> {
      stopped.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(jobs.map(({ ended }) => ended));
    },
  };
}
