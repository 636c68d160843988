/**
 * Hands waiting mails over: at once when told of one, and every few seconds for those that are to
 * be tried again. Several instances share the work, a row is taken by one of them only.
 *
 * Nobody gets a mail twice: whoever took a row marks it right before the last byte of the mail goes
 * out, and only as long as nobody else has taken it since. A mail that is marked and not known to
 * have been refused is never sent again, also not after a crash between mark and answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';
import type { Outbox } from './outbox.ts';
import type { Transport } from './transport.ts';

/** Waits before each further attempt, in seconds; the last one holds until the mail expires. */
const retrySeconds = [2, 5, 10, 20, 30];
/** After so many attempts a mail that never expires is given up. */
const maxAttempts = 100;
/**
 * How long a mail is left to the instance that took it or that hands it over, in seconds: longer than
 * a server may take for its answer (transport.ts).
 */
const leaseSeconds = 30;
const pollMilliseconds = 2_000;
/** Mails handed over at the same time: a slow server must not hold up those of others. */
const maxSlots = 10;
/** Of these, the ones kept for queues of which no mail is being handed over. */
const reservedSlots = 3;

type WorkerDeps = { database: Database; outbox: Outbox; transport: Transport; log: Log };

type TakenMail = {
  id: string;
  to: string;
  queue: string | null;
  payload: string;
  attempts: number;
  expired: boolean;
  withheld: boolean;
  handedOver: boolean;
};

/** Somebody else took the mail in the meantime. */
class LeaseLost extends Error {}

/** A worker; it begins with `start()`. */
export function createMailWorker({ database, outbox, transport, log }: WorkerDeps) {
  // What a request wakes up is no part of that request.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const slots = new Set<Promise<void>>();
  /** Queues of the mails that are being handed over, by mail. */
  const inFlight = new Map<string, string>();
  let taking: Promise<unknown> = Promise.resolve();

  /** Queues that have as many mails in flight as they may: half of the lanes, or one when few are left. */
  function busyQueues(): string[] {
    const most = inFlight.size < maxSlots - reservedSlots ? maxSlots / 2 : 1;
    const counts = new Map<string, number>();
    for (const queue of inFlight.values()) counts.set(queue, (counts.get(queue) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= most).map(([queue]) => queue);
  }

  /** Takes the next mail, after the takes before, so that none of them misses what is in flight. */
  function takeNext(): Promise<TakenMail | undefined> {
    const next = taking.then(take).then((mail) => {
      if (mail) inFlight.set(mail.id, mail.queue ?? '');
      return mail;
    });
    taking = next.catch(() => {});
    return next;
  }

  /** Takes the mail that is due and whose turn it is, leaving it to nobody else for the lease. */
  async function take(): Promise<TakenMail | undefined> {
    const [mail] = await database.$queryRaw<TakenMail[]>`
      UPDATE "mail" SET "attempts" = "attempts" + 1,
        "nextAttemptAt" = now() + make_interval(secs => ${leaseSeconds})
      WHERE "id" = (
        SELECT "id" FROM "mail" WHERE "state" = 'pending' AND "nextAttemptAt" <= now()
          AND coalesce("queue", '') <> ALL(${busyQueues()}::text[])
        ORDER BY "turnAt" LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING "id", "to", "queue", "payload", "attempts",
        coalesce("expiresAt" < now(), false) AS "expired",
        coalesce("expiresAt" <= "createdAt", false) AS "withheld",
        "handedOverAt" IS NOT NULL AS "handedOver"`;
    return mail;
  }

  /** Changes the mail, unless somebody else has taken it since. Returns whether it did. */
  async function settle(
    { id, attempts }: TakenMail,
    data: Parameters<Database['mail']['updateMany']>[0]['data'],
  ): Promise<boolean> {
    const where = { id, attempts, state: 'pending' as const };
    return (await database.mail.updateMany({ where, data })).count === 1;
  }

  async function deliver(mail: TakenMail): Promise<void> {
    if (mail.withheld) {
      await database.mail.deleteMany({ where: { id: mail.id } });
      return;
    }
    if (mail.handedOver) {
      // The process that handed it over ended before it heard the answer.
      log.warn({ mail: mail.id, attempt: mail.attempts }, 'mail.unsure');
      await settle(mail, { state: 'failed', payload: null });
      return;
    }
    if (mail.expired) {
      log.warn({ mail: mail.id, attempt: mail.attempts }, 'mail.expired');
      await settle(mail, { state: 'expired', payload: null });
      return;
    }
    let isCommitted = false;
    const commit = async () => {
      const handedOverAt = new Date();
      const nextAttemptAt = new Date(Date.now() + leaseSeconds * 1_000);
      if (!(await settle(mail, { handedOverAt, nextAttemptAt }))) throw new LeaseLost();
      isCommitted = true;
    };
    try {
      const content = await outbox.read(mail.payload);
      await transport.send({ id: mail.id, to: mail.to, content }, commit);
    } catch (error) {
      await putBack(mail, error, isCommitted);
      return;
    }
    await settle(mail, {
      state: 'sent',
      sentAt: new Date(),
      ...(transport.keeps ? {} : { payload: null }),
    });
    log.info({ mail: mail.id, attempt: mail.attempts }, 'mail.sent');
  }

  async function putBack(mail: TakenMail, error: unknown, isCommitted: boolean): Promise<void> {
    if (error instanceof LeaseLost) return;
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    log.warn(
      { mail: mail.id, attempt: mail.attempts, reason: code ?? 'unknown', status: responseCode },
      'mail.failed',
    );
    const isUnsure = isCommitted && responseCode === undefined;
    if (isUnsure || mail.attempts >= maxAttempts) {
      await settle(mail, { state: 'failed', payload: null });
      return;
    }
    const wait = retrySeconds[Math.min(mail.attempts, retrySeconds.length) - 1] ?? 0;
    const nextAttemptAt = new Date(Date.now() + wait * 1_000);
    // Mails that fail again and again must not go before those that were not tried yet.
    await settle(mail, { handedOverAt: null, nextAttemptAt, turnAt: nextAttemptAt });
  }

  /** Delivers until nothing is due. Where there is one mail there may be more: another lane looks. */
  async function runSlot(): Promise<void> {
    for (let mail = await takeNext(); mail; mail = await takeNext()) {
      openSlot();
      await deliver(mail).finally(() => inFlight.delete(mail.id));
    }
  }

  function openSlot(): void {
    if (stopped || slots.size >= maxSlots) return;
    const running = runSlot()
      .catch((error) => log.warn({ reason: (error as { code?: string }).code }, 'mail.worker'))
      .finally(() => slots.delete(running));
    slots.add(running);
  }

  /** Looks for waiting mails now. */
  const wake = () => outsideRequests(openSlot);

  return {
    wake,
    start(): void {
      timer = setInterval(wake, pollMilliseconds);
      wake();
    },
    /** Finishes the mails at hand. */
    async stop(): Promise<void> {
      stopped = true;
      clearInterval(timer);
      await Promise.all(slots);
      transport.close();
    },
  };
}
