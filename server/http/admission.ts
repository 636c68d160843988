/**
 * Admission control: which requests are worked on, wait for their turn, or are refused at once, before
 * a body is read or a statement is sent. Clients are served in turn (fair-queue.ts) and none holds
 * more than its share, so nobody can keep the others out.
 *
 * Sources: the Bulkhead and Throttling patterns (Azure Architecture Center); Google, Site Reliability
 * Engineering, chapters 21 and 22: reject early and cheaply; OWASP ASVS 5.0 2.4.1.
 */
import { createConcurrencyLimit } from './concurrency-limit.ts';
import { type Client, createFairQueue } from './fair-queue.ts';

/** Measured with `npm run bench` and `npm run resilience -- 28`. Times are in milliseconds. */
export const admissionLimits = {
  /**
   * Requests in flight. The database has 10 connections and a request keeps one busy for half of its
   * time at most: more in flight would not mean more done, only each of them later.
   */
  inFlight: 16,
  /** The least that a late event loop lowers it to, and how late it may be. */
  leastInFlight: 8,
  loopDelay: 25,
  /**
   * The most of them for one session, and for all of one network: 6 and 9 of 16. The rest is for
   * others, and so is one of the database's connections.
   */
  keyShare: 3 / 8,
  networkShare: 9 / 16,
  /** Requests beyond this expected wait are refused: below a second, as long as a click may take. */
  expectedWait: 800,
  /** A page asks for several things at once: so many of one session wait whatever is expected. */
  leastWaiting: 16,
  /** Requests are refused after this wait even so: what they need became slow meanwhile. */
  longestWait: 950,
  /** Requests waiting, each with a body of up to 100 kB; one network may fill half of the queue. */
  waiting: 500,
  waitingPerNetwork: 250,
  /** Streams of events, which wait without working: each holds a socket and some 50 kB. */
  streams: 2_000,
  /** Streams of one network: an office behind one address stays below it. */
  streamsPerNetwork: 200,
};

type Limits = typeof admissionLimits;

/** The right to be worked on. */
export type RequestSlot = {
  /** Gives the place back; further calls do nothing. */
  release(): void;
  /**
   * Gives the place to others while `work` waits for another server, and takes one again afterwards.
   *
   * @throws {AdmissionTimeout} if there is none again in time; whatever `work` throws otherwise
   */
  releaseDuring<T>(work: () => Promise<T>): Promise<T>;
};

/** There was no place again after waiting for another server. */
export class AdmissionTimeout extends Error {}

/** The pace of the queue is taken from so many starts, or from what was seen in so many milliseconds. */
const pace = { starts: 50, milliseconds: 250 };

/** What developers are told who were turned away. */
export const busyMessage = 'The service is busy. Try again shortly.';

/** Seconds after which to try again: spread, so that refused clients do not all return at once. */
export const retryAfter = () => String(1 + Math.floor(Math.random() * 3));

function add(counts: Map<string, number>, name: string, change: 1 | -1): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count) counts.set(name, count);
  else counts.delete(name);
}

/** Admission of requests and streams. */
export function createAdmission(limits: Limits = admissionLimits) {
  const queue = createFairQueue<(release: () => void) => void>();
  const inFlightOf = { key: new Map<string, number>(), network: new Map<string, number>() };
  const streams = new Map<string, number>();
  let inFlight = 0;
  let streaming = 0;
  /** When requests were last started from the queue, after the time since when it is in use. */
  let starts: number[] = [];
  const limit = createConcurrencyLimit(limits, startWaiting);

  /** The shares hold even when nobody else is here: places in use cannot be taken back. */
  function canStart({ network, key }: Client): boolean {
    const ofKey = inFlightOf.key.get(key) ?? 0;
    const ofNetwork = inFlightOf.network.get(network) ?? 0;
    // The lowered limit may be in use by others for long: it does not hold back a first request.
    const most = ofKey ? limit() : limits.inFlight;
    return (
      inFlight < most &&
      ofKey < Math.max(1, most * limits.keyShare) &&
      ofNetwork < Math.max(1, most * limits.networkShare)
    );
  }

  function count({ network, key }: Client, change: 1 | -1): void {
    inFlight += change;
    add(inFlightOf.key, key, change);
    add(inFlightOf.network, network, change);
  }

  /** Starts a request; the returned function ends it once. */
  function start(client: Client): () => void {
    count(client, 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      count(client, -1);
      startWaiting();
    };
  }

  function startWaiting(): void {
    for (let entry = queue.shift(canStart); entry; entry = queue.shift(canStart)) {
      starts.push(performance.now());
      if (starts.length > pace.starts) starts.shift();
      entry.item(start(entry.client));
    }
  }

  /** Whether a request of `client` would start soon. */
  function canAccept(client: Client): boolean {
    if (canStart(client)) return true;
    if (queue.size >= limits.waiting) return false;
    if (queue.sizeOfNetwork(client.network) >= limits.waitingPerNetwork) return false;
    if (queue.sizeOfKey(client) < limits.leastWaiting) return true;
    const elapsed = performance.now() - (starts[0] ?? 0);
    if (starts.length < pace.starts && elapsed < pace.milliseconds) return true;
    const interval = elapsed / Math.max(1, starts.length - 1);
    return (queue.ahead(client) + 1) * interval <= limits.expectedWait;
  }

  /** Waits for the client's turn; undefined if it does not come in time. */
  async function waitForTurn(client: Client): Promise<(() => void) | undefined> {
    if (canStart(client)) return start(client);
    if (!queue.size) starts = [performance.now()];
    return new Promise((done) => {
      const remove = queue.push(client, (release) => {
        clearTimeout(timer);
        done(release);
      });
      const timer = setTimeout(() => {
        remove();
        done(undefined);
      }, limits.longestWait);
    });
  }

  function createSlot(client: Client, first: () => void): RequestSlot {
    let release = first;
    let isOver = false;
    let isOutside = false;
    return {
      release() {
        isOver = true;
        release();
      },
      async releaseDuring(work) {
        if (isOver || isOutside) return work();
        isOutside = true;
        release();
        const [outcome] = await Promise.allSettled([work()]);
        const again = await waitForTurn(client);
        isOutside = false;
        release = again ?? release;
        // The request may have ended meanwhile.
        if (isOver) release();
        if (outcome.status === 'rejected') throw outcome.reason;
        if (!again) throw new AdmissionTimeout();
        return outcome.value;
      },
    };
  }

  return {
    canAccept,

    /** Waits for a place at work; undefined if there is none. */
    async acquire(client: Client): Promise<RequestSlot | undefined> {
      if (!canAccept(client)) return undefined;
      const release = await waitForTurn(client);
      return release && createSlot(client, release);
    },

    /** Counts a stream; the returned function ends it. A word where there is no room for it. */
    openStream({ network }: Client): (() => void) | 'too many of this client' | 'too many' {
      if ((streams.get(network) ?? 0) >= limits.streamsPerNetwork) return 'too many of this client';
      if (streaming >= limits.streams) return 'too many';
      streaming += 1;
      add(streams, network, 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        streaming -= 1;
        add(streams, network, -1);
      };
    },
  };
}

export type Admission = ReturnType<typeof createAdmission>;
