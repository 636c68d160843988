/**
 * Admission control: which requests are handled, queued or rejected, decided before a body is read.
 * Clients take turns (fair-queue.ts) and have shares, so no client can starve the others. See the
 * Bulkhead and Throttling patterns (Azure Architecture Center); Google, Site Reliability Engineering,
 * chapters 21 and 22; OWASP ASVS 5.0 2.4.1.
 */
import { type AdmissionLimits, admissionLimits } from './admission-limits.ts';
import { createAdmissionQueue } from './admission-queue.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { Client } from './fair-queue.ts';
import { createRequestSlot, type RequestSlot } from './request-slot.ts';

/** Message of rejections, for developers. */
export const busyMessage = 'The service is busy. Try again shortly.';

/** Value of `Retry-After` in seconds, random so that rejected clients do not return all at once. */
export const retryAfter = () => String(1 + Math.floor(Math.random() * 3));

function add(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count) counts.set(name, count);
  else counts.delete(name);
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

/** Admission of requests and event streams on this instance. */
export function createAdmission(limits: AdmissionLimits = admissionLimits) {
  const queue = createAdmissionQueue<(free: () => void) => void>(limits);
  const inFlightOf = { key: new Map<string, number>(), network: new Map<string, number>() };
  const streamsOf = new Map<string, number>();
  let inFlight = 0;
  let streams = 0;
  let hasStartedInTurn = false;
  const limit = createConcurrencyLimit(limits, startQueued);

  /** Shares hold even without other clients: a slot in use cannot be taken back. */
  function canStart({ network, key }: Client): boolean {
    const ofKey = inFlightOf.key.get(key) ?? 0;
    const ofNetwork = inFlightOf.network.get(network) ?? 0;
    // Others can fill the lowered limit, so a session's first and a network's first few ignore it.
    const isFirst = !ofKey || ofNetwork < limits.minInFlight * limits.keyShare;
    const max = isFirst ? limits.inFlight : limit();
    return (
      inFlight < max &&
      ofKey < Math.max(1, max * limits.keyShare) &&
      ofNetwork < Math.max(1, max * limits.networkShare)
    );
  }

  function count({ network, key }: Client, change: 1 | -1): void {
    inFlight += change;
    add(inFlightOf.key, key, change);
    add(inFlightOf.network, network, change);
  }

  /** Starts a request. The returned function ends it. */
  function start(client: Client): () => void {
    count(client, 1);
    hasStartedInTurn = true;
    setImmediate(endTurn);
    return once(() => {
      count(client, -1);
      startQueued();
    });
  }

  /**
   * One request starts per turn of the event loop: libuv accepts one connection a turn, so new clients
   * would wait behind all requests of a longer one, and never reach the fair queue.
   */
  function endTurn(): void {
    hasStartedInTurn = false;
    startQueued();
  }

  function startQueued(): void {
    const entry = hasStartedInTurn ? undefined : queue.shift(canStart);
    entry?.item(start(entry.client));
    noteBusy();
  }

  function noteBusy(): void {
    queue.setBusy(queue.size > 0 && (hasStartedInTurn || inFlight >= limit()));
  }

  const canStartNow = (client: Client) => !hasStartedInTurn && canStart(client);

  /** Whether a request of `client` would start soon. */
  const canAccept = (client: Client) => canStartNow(client) || queue.canPush(client);

  /** Waits for the client's turn; undefined if it does not come in time. */
  async function waitForTurn(client: Client): Promise<(() => void) | undefined> {
    if (canStartNow(client)) {
      queue.countStart(client);
      return start(client);
    }
    return new Promise((resolve) => {
      const remove = queue.push(client, (free) => {
        clearTimeout(timer);
        resolve(free);
      });
      noteBusy();
      const timer = setTimeout(() => {
        remove();
        noteBusy();
        resolve(undefined);
      }, limits.longestWait);
    });
  }

  return {
    canAccept,

    /** What runs and waits at the moment. */
    state: () => ({ inFlight, limit: limit(), queued: queue.size, streams }),

    /** Waits for a slot; undefined if the request is rejected. */
    async acquire(client: Client): Promise<RequestSlot | undefined> {
      if (!canAccept(client)) return undefined;
      const free = await waitForTurn(client);
      return free && createRequestSlot(free, () => waitForTurn(client));
    },

    /** Counts a stream and returns a function that ends it, or which limit rejects it. */
    openStream({ network }: Client): (() => void) | 'too many of this network' | 'too many' {
      if ((streamsOf.get(network) ?? 0) >= limits.streamsPerNetwork) {
        return 'too many of this network';
      }
      if (streams >= limits.streams) return 'too many';
      streams += 1;
      add(streamsOf, network, 1);
      return once(() => {
        streams -= 1;
        add(streamsOf, network, -1);
      });
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;
