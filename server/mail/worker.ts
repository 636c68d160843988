/** Delivers mails from the outbox when woken, and polls for retries. Instances share the work through leases. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '#server/database/client.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { tracedMail } from '#server/log/tracing.ts';
import type { Outbox } from './outbox.ts';
import type { Transport } from './transport.ts';

/** Seconds until another instance may take the mail. Must exceed a mail server's response time. */
const leaseSeconds = 30;

type LeasedMail = {
  id: string;
  to: string;
  queue: string | null;
  payload: string;
  /** Also identifies the lease, since each take increments it. */
  attempts: number;
  expired: boolean;
  withheld: boolean;
  handedOver: boolean;
};

/** Another instance has taken the mail in the meantime. */
class LeaseLost extends Error {}

async function takeMail(
  database: Database,
  busyQueues: readonly string[],
): Promise<LeasedMail | undefined> {
  const [mail] = await database.$queryRaw<LeasedMail[]>`
    UPDATE "mail" SET "attempts" = "attempts" + 1,
      "nextAttemptAt" = now() + make_interval(secs => ${leaseSeconds})
    WHERE "id" = (
      SELECT "id" FROM "mail" WHERE "state" = 'pending' AND "nextAttemptAt" <= now()
        AND coalesce("queue", '') <> ALL(${busyQueues}::text[])
      ORDER BY "turnAt" LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING "id", "to", "queue", "payload", "attempts",
      coalesce("expiresAt" < now(), false) AS "expired",
      coalesce("expiresAt" <= "createdAt", false) AS "withheld",
      "handedOverAt" IS NOT NULL AS "handedOver"`;
  return mail;
}

/** The last value repeats until the mail expires. */
const retrySeconds = [2, 5, 10, 20, 30];
/** A mail that never expires fails after this many attempts. */
const maxAttempts = 100;

const { sql } = Prisma;
const failed = sql`"state" = 'failed', "payload" = NULL`;
const because = (reason: string, set: Prisma.Sql) => sql`"lastError" = ${reason}, ${set}`;
const expired = sql`"state" = 'expired', "payload" = NULL`;
const handedOver = sql`
  "handedOverAt" = now(), "nextAttemptAt" = now() + make_interval(secs => ${leaseSeconds})`;
/** Moves `turnAt` too, so that failing mails don't precede untried ones. */
const retryIn = (seconds: number) => sql`"handedOverAt" = NULL,
  "nextAttemptAt" = now() + make_interval(secs => ${seconds}),
  "turnAt" = now() + make_interval(secs => ${seconds})`;

type SmtpError = { code?: string; originalCode?: string; responseCode?: number };

type DeliveryDeps = { database: Database; outbox: Outbox; transport: Transport; log: Log };

/**
 * Sends a leased mail at most once. It is marked right before its last byte goes out, if the lease
 * still holds. A marked mail that the server didn't reject is never resent, even after a crash.
 */
function createDelivery({ database, outbox, transport, log }: DeliveryDeps) {
  /** Returns false if the lease is lost. `set` is SQL, so that times are the database's. */
  async function update({ id, attempts }: LeasedMail, set: Prisma.Sql): Promise<boolean> {
    const count = await database.$executeRaw`
      UPDATE "mail" SET ${set} WHERE "id" = ${id} AND "attempts" = ${attempts} AND "state" = 'pending'`;
    return count === 1;
  }

  const forget = transport.keeps ? Prisma.empty : sql`, "payload" = NULL`;
  const sent = sql`"state" = 'sent', "sentAt" = now() ${forget}`;

  async function reschedule(mail: LeasedMail, error: unknown, isCommitted: boolean) {
    if (error instanceof LeaseLost) return;
    const { code = 'unknown', originalCode, responseCode: status } = error as SmtpError;
    // nodemailer replaces the reason of a failed connection with a code such as ESOCKET.
    const reason = originalCode ?? code;
    log.warn({ mail: mail.id, attempt: mail.attempts, reason, status }, 'mail.failed');
    const isUnsure = isCommitted && status === undefined;
    const isLast = isUnsure || mail.attempts >= maxAttempts;
    const seconds = retrySeconds[Math.min(mail.attempts, retrySeconds.length) - 1] ?? 0;
    const shown = status === undefined ? reason : `${reason} ${status}`;
    await update(mail, because(shown, isLast ? failed : retryIn(seconds)));
  }

  async function send(mail: LeasedMail): Promise<void> {
    let isCommitted = false;
    const commit = async () => {
      if (!(await update(mail, handedOver))) throw new LeaseLost();
      isCommitted = true;
    };
    try {
      const content = await outbox.read(mail.payload);
      let handOver = () => transport.send({ id: mail.id, to: mail.to, content }, commit);
      handOver = tracedMail(mail.id, handOver);
      await handOver();
    } catch (error) {
      return reschedule(mail, error, isCommitted);
    }
    await update(mail, sent);
    log.info({ mail: mail.id, attempt: mail.attempts }, 'mail.sent');
  }

  return async function deliver(mail: LeasedMail): Promise<void> {
    if (mail.withheld) {
      await database.mail.deleteMany({ where: { id: mail.id } });
    } else if (mail.handedOver) {
      // The process ended between the mark and the server's response.
      log.warn({ mail: mail.id, attempt: mail.attempts }, 'mail.unsure');
      await update(mail, failed);
    } else if (mail.expired) {
      log.warn({ mail: mail.id, attempt: mail.attempts }, 'mail.expired');
      await update(mail, expired);
    } else {
      await send(mail);
    }
  };
}

const pollIntervalMs = 2_000;
/** Concurrent deliveries, so that a slow server only delays its own mails. */
const maxSlots = 10;
/** Slots reserved for queues without a mail in flight. */
const reservedSlots = 3;

export function createMailWorker(deps: DeliveryDeps) {
  const { database, transport, log } = deps;
  const deliver = createDelivery(deps);
  // A delivery must not run in the context of the request that triggers it.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const slots = new Set<Promise<void>>();
  const inFlight = new Map<string, string>();
  let taking: Promise<unknown> = Promise.resolve();

  /** Queues at their limit: half of the slots, or one mail when few slots are free. */
  function busyQueues(): string[] {
    const max = inFlight.size < maxSlots - reservedSlots ? maxSlots / 2 : 1;
    const counts = new Map<string, number>();
    for (const queue of inFlight.values()) counts.set(queue, (counts.get(queue) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= max).map(([queue]) => queue);
  }

  /** Takes the next mail. Takes are serialized so that each knows what is in flight. */
  function takeNext(): Promise<LeasedMail | undefined> {
    const next = taking
      .then(() => (isStopped ? undefined : takeMail(database, busyQueues())))
      .then((mail) => {
        if (mail) inFlight.set(mail.id, mail.queue ?? '');
        return mail;
      });
    taking = next.catch(() => {});
    return next;
  }

  /** Delivers until no mail is due. Each mail opens another slot, since more may be due. */
  async function runSlot(): Promise<void> {
    for (let mail = await takeNext(); mail; mail = await takeNext()) {
      const { id } = mail;
      openSlot();
      await deliver(mail).finally(() => inFlight.delete(id));
    }
  }

  function openSlot(): void {
    if (isStopped || slots.size >= maxSlots) return;
    const running = runSlot()
      .catch((error) => log.warn({ reason: (error as { code?: string }).code }, 'mail.worker'))
      .finally(() => slots.delete(running));
    slots.add(running);
  }

  const wake = () => outsideRequests(openSlot);

  return {
    wake,
    start(): void {
      timer = setInterval(wake, pollIntervalMs);
      wake();
    },
    /** Finishes deliveries in flight. Other instances, or the next start, deliver the rest. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(slots);
      transport.close();
    },
  };
}
