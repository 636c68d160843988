/**
 * Delivers mails from the outbox: when woken, and every few seconds for retries. Instances share the
 * work by leases (lease.ts).
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createDelivery, type DeliveryDeps } from './delivery.ts';
import { type LeasedMail, takeMail } from './lease.ts';

const pollMilliseconds = 2_000;
/** Mails delivered at a time, so that a slow server delays its own mails only. */
const maxSlots = 10;
/** Slots kept free for queues without a mail in flight. */
const reservedSlots = 3;

/** Creates a worker. It starts with `start()`. */
export function createMailWorker(deps: DeliveryDeps) {
  const { database, transport, log } = deps;
  const deliver = createDelivery(deps);
  // A delivery that a request triggers must not run in that request's context.
  const outsideRequests = AsyncLocalStorage.snapshot();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const slots = new Set<Promise<void>>();
  /** Queues of the mails in flight, by mail. */
  const inFlight = new Map<string, string>();
  let taking: Promise<unknown> = Promise.resolve();

  /** Queues at their limit: half of the slots, or one mail when few slots are free. */
  function busyQueues(): string[] {
    const max = inFlight.size < maxSlots - reservedSlots ? maxSlots / 2 : 1;
    const counts = new Map<string, number>();
    for (const queue of inFlight.values()) counts.set(queue, (counts.get(queue) ?? 0) + 1);
    return [...counts].filter(([, count]) => count >= max).map(([queue]) => queue);
  }

  /** Takes the next mail. Takes run one after the other, so that each knows what is in flight. */
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

  /** Delivers until nothing is due. Each mail opens a further slot, since more may be due. */
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

  /** Delivers what is due now. */
  const wake = () => outsideRequests(openSlot);

  return {
    wake,
    start(): void {
      timer = setInterval(wake, pollMilliseconds);
      wake();
    },
    /** Finishes the deliveries in flight. What else is due is left to other instances, or to the next start. */
    async stop(): Promise<void> {
      isStopped = true;
      clearInterval(timer);
      await Promise.all(slots);
      transport.close();
    },
  };
}
