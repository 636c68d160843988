/**
 * Hands waiting mails over: at once when told of one, and every few seconds for those that are to
 * be tried again. Several instances share the work, a row is taken by one of them only.
 */
import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log.ts';
import type { Outbox } from './outbox.ts';
import type { Transport } from './transport.ts';

/** Waits before each further attempt, in seconds; after the last the mail is given up. */
const retrySeconds = [2, 5, 10, 30, 60, 120, 300];
/** How long a taken mail is left to the instance that took it, in seconds. */
const leaseSeconds = 60;
const pollMilliseconds = 2_000;

type WorkerParts = { database: Database; outbox: Outbox; transport: Transport; log: Log };

/** A worker; it begins with `start()`. */
export function createMailWorker({ database, outbox, transport, log }: WorkerParts) {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  /** Takes the next mail that is due, leaving it to nobody else for the lease. */
  async function take() {
    const [mail] = await database.$queryRaw<
      { id: string; to: string; payload: string; attempts: number; expired: boolean }[]
    >`
      UPDATE "mail" SET "attempts" = "attempts" + 1,
        "nextAttemptAt" = now() + make_interval(secs => ${leaseSeconds})
      WHERE "id" = (
        SELECT "id" FROM "mail" WHERE "state" = 'pending' AND "nextAttemptAt" <= now()
        ORDER BY "nextAttemptAt" LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING "id", "to", "payload", "attempts", coalesce("expiresAt" < now(), false) AS "expired"`;
    return mail;
  }

  async function deliver(mail: NonNullable<Awaited<ReturnType<typeof take>>>): Promise<void> {
    if (mail.expired) {
      await database.mail.update({
        where: { id: mail.id },
        data: { state: 'expired', payload: null },
      });
      return;
    }
    try {
      await transport.send(mail.to, await outbox.read(mail.payload), mail.id);
    } catch (error) {
      const wait = retrySeconds[mail.attempts - 1];
      log.warn({ mail: mail.id, attempt: mail.attempts, reason: String(error) }, 'mail.failed');
      await database.mail.update({
        where: { id: mail.id },
        data: wait
          ? { nextAttemptAt: new Date(Date.now() + wait * 1_000) }
          : { state: 'failed', payload: null },
      });
      return;
    }
    await database.mail.update({
      where: { id: mail.id },
      data: { state: 'sent', sentAt: new Date(), ...(transport.keeps ? {} : { payload: null }) },
    });
    log.info({ mail: mail.id, attempt: mail.attempts }, 'mail.sent');
  }

  async function work(): Promise<void> {
    do {
      again = false;
      for (let mail = await take(); mail; mail = await take()) await deliver(mail);
    } while (again);
  }

  /** Looks for waiting mails now. */
  function wake(): void {
    again = true;
    running ??= work()
      .catch((error) => log.warn({ reason: String(error) }, 'mail.worker'))
      .finally(() => {
        running = undefined;
      });
  }

  return {
    wake,
    start(): void {
      timer = setInterval(wake, pollMilliseconds);
      wake();
    },
    /** Finishes the mail at hand. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
