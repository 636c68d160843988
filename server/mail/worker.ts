/**
 * Delivers mails from the outbox when woken, and polls for retries. Instances share the work through
 * leases (lease.ts).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createDelivery, type DeliveryDeps } from './delivery.ts';
import { type LeasedMail, takeMail } from './lease.ts';

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
