import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AdmissionLimits, createConcurrencyLimit, defaultLimits } from './limits.ts';
import { type Client, createAdmissionQueue } from './queue.ts';

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

/**
 * Decides before reading a body whether a request is handled, queued or rejected. Clients take turns (queue.ts) and
 * have shares. See the Bulkhead and Throttling patterns (Azure Architecture Center) and Google's SRE book, ch. 21 and 22.
 */
export function createAdmission(limits: AdmissionLimits = defaultLimits) {
  const queue = createAdmissionQueue<(free: () => void) => void>(limits);
  const inFlightOf = { key: new Map<string, number>(), network: new Map<string, number>() };
  const openStreamsOf = new Map<string, number>();
  let inFlight = 0;
  let openStreams = 0;
  let hasStartedInTurn = false;
  const limit = createConcurrencyLimit(limits, startQueued);

  /** Shares apply even when no other client is active, because a running request can't be preempted. */
  function canStart({ network, key, isProvisional }: Client): boolean {
    const ofKey = inFlightOf.key.get(key) ?? 0;
    const ofNetwork = inFlightOf.network.get(network) ?? 0;
    // Other clients can fill the lowered limit, so a key's first and a network's first few requests ignore it.
    const isFirst = !ofKey || ofNetwork < limits.minInFlight * limits.keyShare;
    const max = isFirst ? limits.inFlight : limit();
    return (
      inFlight < max &&
      ofKey < Math.max(1, isProvisional ? 0 : max * limits.keyShare) &&
      ofNetwork < Math.max(1, max * limits.networkShare)
    );
  }

  function count({ network, key }: Client, change: 1 | -1): void {
    inFlight += change;
    add(inFlightOf.key, key, change);
    add(inFlightOf.network, network, change);
  }

  /** Starts a request and returns a function that ends it. */
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
   * Starts at most one request per event loop turn. libuv accepts one connection per turn, so new clients
   * would otherwise wait behind all requests of an earlier one and never reach the fair queue.
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

  const canAccept = (client: Client) => canStartNow(client) || queue.canPush(client);

  /** Waits for the client's turn. Returns undefined on timeout. */
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

    state: () => ({ inFlight, limit: limit(), queued: queue.size, openStreams }),

    async acquire(client: Client): Promise<RequestSlot | undefined> {
      if (!canAccept(client)) return undefined;
      const free = await waitForTurn(client);
      return free && createRequestSlot(free, () => waitForTurn(client));
    },

    /** Counts a response that stays open and returns a function that ends it, or the limit that rejects it. */
    openStream({ network }: Client): (() => void) | 'too many of this network' | 'too many' {
      if ((openStreamsOf.get(network) ?? 0) >= limits.streamsPerNetwork) {
        return 'too many of this network';
      }
      if (openStreams >= limits.openStreams) return 'too many';
      openStreams += 1;
      add(openStreamsOf, network, 1);
      return once(() => {
        openStreams -= 1;
        add(openStreamsOf, network, -1);
      });
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;

export type RequestSlot = {
  release(): void;
  /**
   * Frees the slot while `work` waits for another server, then acquires a new one.
   *
   * @throws {AdmissionTimeout} if none is free in time; otherwise the error of `work`
   */
  releaseDuring<T>(work: () => Promise<T>): Promise<T>;
};

/** No slot was free in time after a call to another server. */
export class AdmissionTimeout extends Error {}

/**
 * @param free frees the current slot
 * @param acquire waits for a slot and returns a function that frees it, or undefined if none is free
 *   in time
 */
function createRequestSlot(
  free: () => void,
  acquire: () => Promise<(() => void) | undefined>,
): RequestSlot {
  let freeCurrent = free;
  let isReleased = false;
  let isOutside = false;
  return {
    release() {
      isReleased = true;
      freeCurrent();
    },
    async releaseDuring(work) {
      if (isReleased || isOutside) return work();
      isOutside = true;
      freeCurrent();
      const [outcome] = await Promise.allSettled([work()]);
      const freeNext = await acquire();
      isOutside = false;
      freeCurrent = freeNext ?? freeCurrent;
      // The request may have ended during `work`.
      if (isReleased) freeCurrent();
      if (outcome.status === 'rejected') throw outcome.reason;
      if (!freeNext) throw new AdmissionTimeout();
      return outcome.value;
    },
  };
}

/** `Retry-After` in seconds, with jitter so that rejected clients don't retry simultaneously. */
export const retryAfter = () => String(1 + Math.floor(Math.random() * 3));

type Rejection = {
  headers?: Record<string, string>;
  body?: string;
  /** Longest unread body to skip on a connection that stays open. Default 0. */
  maxUnreadBytes?: number;
};

/** Answers a request that isn't admitted with 503, without reading its body. */
export function rejectBusy(
  { headers: { 'content-length': length = '0', 'transfer-encoding': chunked } }: IncomingMessage,
  outgoing: ServerResponse,
  { headers, body = '', maxUnreadBytes = 0 }: Rejection = {},
): void {
  outgoing.writeHead(503, {
    ...headers,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'retry-after': retryAfter(),
    // Closing avoids reading a long body before the next request.
    ...(chunked || Number(length) > maxUnreadBytes ? { connection: 'close' } : {}),
  });
  outgoing.end(body);
}

export { type AdmissionLimits, type Client, defaultLimits };
