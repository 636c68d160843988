/**
 * Sends a leased mail at most once. It is marked right before its last byte goes out, if the lease
 * still holds. A marked mail that the server didn't reject is never resent, even after a crash.
 */
import type { Database } from '#server/database/client.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import type { Log } from '#server/log/log.ts';
import { tracedMail } from '#server/log/tracing.ts';
import { type LeasedMail, LeaseLost, leaseSeconds, updateMail } from './lease.ts';
import type { Outbox } from './outbox.ts';
import type { Transport } from './transport.ts';

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

export type DeliveryDeps = { database: Database; outbox: Outbox; transport: Transport; log: Log };

export function createDelivery({ database, outbox, transport, log }: DeliveryDeps) {
  const update = (mail: LeasedMail, set: Prisma.Sql) => updateMail(database, mail, set);
  const sent = transport.keeps
    ? sql`"state" = 'sent', "sentAt" = now()`
    : sql`"state" = 'sent', "sentAt" = now(), "payload" = NULL`;

  async function reschedule(mail: LeasedMail, error: unknown, isCommitted: boolean) {
    if (error instanceof LeaseLost) return;
    const { code = 'unknown', originalCode, responseCode } = error as SmtpError;
    // nodemailer replaces the reason of a failed connection with a code such as ESOCKET.
    const reason = originalCode ?? code;
    log.warn(
      { mail: mail.id, attempt: mail.attempts, reason, status: responseCode },
      'mail.failed',
    );
    const isUnsure = isCommitted && responseCode === undefined;
    const isLast = isUnsure || mail.attempts >= maxAttempts;
    const seconds = retrySeconds[Math.min(mail.attempts, retrySeconds.length) - 1] ?? 0;
    const shown = responseCode === undefined ? reason : `${reason} ${responseCode}`;
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
      await reschedule(mail, error, isCommitted);
      return;
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
