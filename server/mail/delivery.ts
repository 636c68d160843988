/**
 * Sends a leased mail at most once. It is marked right before its last byte goes out, if the lease
 * still holds. A marked mail that the server didn't reject is never resent, even after a crash.
 */
import type { Database } from '#server/database/client.ts';
import type { Log } from '#server/log/log.ts';
import { traced } from '#server/log/tracing.ts';
import { type LeasedMail, LeaseLost, leaseSeconds, updateMail } from './lease.ts';
import type { Outbox } from './outbox.ts';
import type { Transport } from './transport.ts';

/** The last value repeats until the mail expires. */
const retrySeconds = [2, 5, 10, 20, 30];
/** A mail that never expires fails after this many attempts. */
const maxAttempts = 100;

export type DeliveryDeps = { database: Database; outbox: Outbox; transport: Transport; log: Log };

export function createDelivery({ database, outbox, transport, log }: DeliveryDeps) {
  const update = (mail: LeasedMail, data: Parameters<typeof updateMail>[2]) =>
    updateMail(database, mail, data);

  async function reschedule(mail: LeasedMail, error: unknown, isCommitted: boolean) {
    if (error instanceof LeaseLost) return;
    const { code, responseCode } = error as { code?: string; responseCode?: number };
    log.warn(
      { mail: mail.id, attempt: mail.attempts, reason: code ?? 'unknown', status: responseCode },
      'mail.failed',
    );
    const isUnsure = isCommitted && responseCode === undefined;
    if (isUnsure || mail.attempts >= maxAttempts) {
      await update(mail, { state: 'failed', payload: null });
      return;
    }
    const wait = retrySeconds[Math.min(mail.attempts, retrySeconds.length) - 1] ?? 0;
    const nextAttemptAt = new Date(Date.now() + wait * 1_000);
    // Move `turnAt` too, so that failing mails don't precede untried ones.
    await update(mail, { handedOverAt: null, nextAttemptAt, turnAt: nextAttemptAt });
  }

  async function send(mail: LeasedMail): Promise<void> {
    let isCommitted = false;
    const commit = async () => {
      const handedOverAt = new Date();
      const nextAttemptAt = new Date(Date.now() + leaseSeconds * 1_000);
      if (!(await update(mail, { handedOverAt, nextAttemptAt }))) throw new LeaseLost();
      isCommitted = true;
    };
    try {
      const content = await outbox.read(mail.payload);
      await traced('send mail', { kind: 'client', attributes: { 'mail.id': mail.id } }, () =>
        transport.send({ id: mail.id, to: mail.to, content }, commit),
      );
    } catch (error) {
      await reschedule(mail, error, isCommitted);
      return;
    }
    const discarded = transport.keeps ? {} : { payload: null };
    await update(mail, { state: 'sent', sentAt: new Date(), ...discarded });
    log.info({ mail: mail.id, attempt: mail.attempts }, 'mail.sent');
  }

  return async function deliver(mail: LeasedMail): Promise<void> {
    if (mail.withheld) {
      await database.mail.deleteMany({ where: { id: mail.id } });
    } else if (mail.handedOver) {
      // The process ended between the mark and the server's response.
      log.warn({ mail: mail.id, attempt: mail.attempts }, 'mail.unsure');
      await update(mail, { state: 'failed', payload: null });
    } else if (mail.expired) {
      log.warn({ mail: mail.id, attempt: mail.attempts }, 'mail.expired');
      await update(mail, { state: 'expired', payload: null });
    } else {
      await send(mail);
    }
  };
}
