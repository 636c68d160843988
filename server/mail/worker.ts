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
import type { Log } from '#server/log.ts';
import type { Outbox } from './outbox.ts';
import type { Transport } from './transport.ts';

/** Waits before each further attempt, in seconds; the last one holds until the mail expires. */
const retrySeconds = [2, 5, 10, 20, 30];
/** After so many attempts a mail that never expires is given up. */
const mostAttempts = 100;
/**
 * How long a mail is left to the instance that took it or that hands it over, in seconds: longer than
 * a server may take for its answer (transport.ts).
 */
const leaseSeconds = 30;
const pollMilliseconds = 2_000;
/** Mails handed over at the same time: a slow server must not hold up those of others. */
const mostLanes = 4;

type WorkerParts = { database: Database; outbox: Outbox; transport: Transport; log: Log };

type TakenMail = {
  id: string;
  to: string;
  payload: string;
  attempts: number;
  expired: boolean;
  withheld: boolean;
  handedOver: boolean;
};

/** Somebody else took the mail in the meantime. */
class Overtaken extends Error {}

/** A worker; it begins with `start()`. */
export function createMailWorker({ database, outbox, transport, log }: WorkerParts) {
  // What a request wakes up is no part of that request.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const lanes = new Set<Promise<void>>();

  /** Takes the next mail that is due, leaving it to nobody else for the lease. */
  async function take(): Promise<TakenMail | undefined> {
    const [mail] = await database.$queryRaw<TakenMail[]>`
      UPDATE "mail" SET "attempts" = "attempts" + 1,
        "nextAttemptAt" = now() + make_interval(secs => ${leaseSeconds})
      WHERE "id" = (
        SELECT "id" FROM "mail" WHERE "state" = 'pending' AND "nextAttemptAt" <= now()
        ORDER BY "nextAttemptAt" LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING "id", "to", "payload", "attempts",
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
      if (!(await settle(mail, { handedOverAt, nextAttemptAt }))) throw new Overtaken();
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
    if (error instanceof Overtaken) return;
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    log.warn(
      { mail: mail.id, attempt: mail.attempts, reason: code ?? 'unknown', status: responseCode },
      'mail.failed',
    );
    const isUnsure = isCommitted && responseCode === undefined;
    if (isUnsure || mail.attempts >= mostAttempts) {
      await settle(mail, { state: 'failed', payload: null });
      return;
    }
    const wait = retrySeconds[Math.min(mail.attempts, retrySeconds.length) - 1] ?? 0;
    await settle(mail, {
      handedOverAt: null,
      nextAttemptAt: new Date(Date.now() + wait * 1_000),
    });
  }

  /** Delivers until nothing is due. Where there is one mail there may be more: another lane looks. */
  async function lane(): Promise<void> {
    for (let mail = await take(); mail; mail = await take()) {
      openLane();
      await deliver(mail);
    }
  }

  function openLane(): void {
    if (stopped || lanes.size >= mostLanes) return;
    const running = lane()
      .catch((error) => log.warn({ reason: (error as { code?: string }).code }, 'mail.worker'))
      .finally(() => lanes.delete(running));
    lanes.add(running);
  }

  /** Looks for waiting mails now. */
  const wake = () => outsideRequests(openLane);

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
      await Promise.all(lanes);
    },
  };
}
