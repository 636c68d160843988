import type { AdmissionLimits } from './limits.ts';

export type Client = {
  /** An IPv4 address or an IPv6 /64. */
  network: string;
  key: string;
  /** The key will be replaced once the client is identified. Until then, it gets one slot. */
  isProvisional?: true;
  /** The request may wait for others, such as the opening of a stream. */
  isBackground?: boolean;
};

type Entry<T> = { client: Client; item: T };

/**
 * Two-level round robin: networks take turns, and so do the keys within a network. A hundred sessions
 * behind one address get as much as one session elsewhere.
 */
function createFairQueue<T>() {
  /** In turn order: the first key of the first network is next. */
  const networks = new Map<string, Map<string, Entry<T>[]>>();
  const sizes = new Map<string, number>();
  let size = 0;

  function resize(network: string, change: 1 | -1): void {
    size += change;
    const left = (sizes.get(network) ?? 0) + change;
    if (left) sizes.set(network, left);
    else sizes.delete(network);
  }

  function rotate({ network, key }: Client, keys: Map<string, Entry<T>[]>): void {
    const entries = keys.get(key) ?? [];
    keys.delete(key);
    if (entries.length) keys.set(key, entries);
    networks.delete(network);
    if (keys.size) networks.set(network, keys);
  }

  return {
    get size() {
      return size;
    },

    get networks() {
      return networks.size;
    },

    sizeOfNetwork: (network: string) => sizes.get(network) ?? 0,
    sizeOfKey: ({ network, key }: Client) => networks.get(network)?.get(key)?.length ?? 0,

    /** How many entries are served before a new one of `client`, in its network and overall. */
    ahead({ network, key }: Client): { inNetwork: number; inAll: number } {
      const keys = networks.get(network);
      const own = keys?.get(key)?.length ?? 0;
      const rivals = (keys?.size ?? 0) + (own ? 0 : 1);
      const inNetwork = Math.min(sizes.get(network) ?? 0, (own + 1) * rivals - 1);
      const turns = networks.size + (keys ? 0 : 1);
      return { inNetwork, inAll: Math.min(size, (inNetwork + 1) * turns - 1) };
    },

    push(client: Client, item: T): () => void {
      const { network, key } = client;
      const keys = networks.get(network) ?? new Map<string, Entry<T>[]>();
      const entries = keys.get(key) ?? [];
      const entry = { client, item };
      entries.push(entry);
      keys.set(key, entries);
      networks.set(network, keys);
      resize(network, 1);
      return () => {
        const index = entries.indexOf(entry);
        if (index < 0) return;
        entries.splice(index, 1);
        resize(network, -1);
        if (entries.length) return;
        keys.delete(key);
        if (!keys.size) networks.delete(network);
      };
    },

    shift(canStart: (client: Client) => boolean): Entry<T> | undefined {
      for (const [network, keys] of networks) {
        for (const [key, entries] of keys) {
          const client = entries[0]?.client ?? { network, key };
          if (!canStart(client)) continue;
          const entry = entries.shift();
          resize(network, -1);
          rotate(client, keys);
          return entry;
        }
      }
      return undefined;
    },
  };
}

/**
 * Two fair queues that take turns while both have entries: background requests neither delay others much nor starve. A
 * background network gets at most the turns of a foreground one, so asking in the background gains nothing.
 */
function createTwoQueues<T>() {
  const [foreground, background] = [createFairQueue<T>(), createFairQueue<T>()];
  const queueOf = ({ isBackground }: Client) => (isBackground ? background : foreground);
  /** Foreground entries to serve before the next background one. */
  let foregroundFirst = 1;
  return {
    get size() {
      return foreground.size + background.size;
    },

    sizeOfNetwork: (network: string) =>
      foreground.sizeOfNetwork(network) + background.sizeOfNetwork(network),
    sizeOfKey: (client: Client) => queueOf(client).sizeOfKey(client),

    /** How many entries are served before a new one of `client`, in its network and overall. */
    ahead(client: Client): { inNetwork: number; inAll: number } {
      const own = queueOf(client);
      const other = own === foreground ? background : foreground;
      const { inNetwork, inAll } = own.ahead(client);
      return {
        inNetwork: inNetwork + Math.min(inNetwork + 1, other.sizeOfNetwork(client.network)),
        inAll: inAll + Math.min(inAll + 1, other.size),
      };
    },

    push: (client: Client, item: T) => queueOf(client).push(client, item),

    shift(canStart: (client: Client) => boolean) {
      const [first, second] =
        foregroundFirst > 0 ? [foreground, background] : [background, foreground];
      const entry = first.shift(canStart) ?? second.shift(canStart);
      if (!entry) return undefined;
      foregroundFirst = entry.client.isBackground
        ? Math.max(1, foreground.networks / Math.max(1, background.networks))
        : foregroundFirst - 1;
      return entry;
    },
  };
}

export function createAdmissionQueue<T>(limits: AdmissionLimits) {
  const queue = createTwoQueues<T>();
  const paceOfAll = createQueuePace(false);
  /** A network may move slower than the whole queue, since it can only use its share of the slots. */
  const paces = new Map<string, QueuePace>();

  function countStart(network: string, wasQueued: boolean): void {
    paceOfAll.countStart(wasQueued);
    paces.get(network)?.countStart(wasQueued);
  }

  function forgetUnlessQueued(network: string): void {
    if (!queue.sizeOfNetwork(network)) paces.delete(network);
  }

  return {
    get size() {
      return queue.size;
    },

    setBusy: paceOfAll.setWaiting,

    countStart: ({ network }: Client) => countStart(network, false),

    canPush(client: Client): boolean {
      const ofNetwork = queue.sizeOfNetwork(client.network);
      if (queue.size >= limits.queued || ofNetwork >= limits.queuedPerNetwork) return false;
      const { inNetwork, inAll } = queue.ahead(client);
      if (paceOfAll.expectedWait(inAll + 1) > limits.expectedWait) return false;
      const pace = paces.get(client.network);
      const isShort =
        queue.sizeOfKey(client) < limits.minQueuedPerKey && ofNetwork < limits.minQueuedPerNetwork;
      return !pace || isShort || pace.expectedWait(inNetwork + 1) <= limits.expectedWait;
    },

    push(client: Client, item: T): () => void {
      const { network } = client;
      if (!paces.has(network)) paces.set(network, createQueuePace());
      const remove = queue.push(client, item);
      return () => {
        remove();
        forgetUnlessQueued(network);
      };
    },

    shift(canStart: (client: Client) => boolean) {
      const entry = queue.shift(canStart);
      if (!entry) return undefined;
      countStart(entry.client.network, true);
      forgetUnlessQueued(entry.client.network);
      return entry;
    },
  };
}

/** A measurement's weight decays to 1/e within this time: long enough that a GC pause hardly matters. */
const decayMs = 1_000;
/** Starts assumed up front, so that a queue isn't judged by its first few requests. */
const assumedStarts = 4;
/** A queue isn't judged before, so that an early pause doesn't dominate. */
const minMeasuredMs = 400;

/**
 * Measures how fast a queue moves while requests wait for the process; only then the start rate is its
 * capacity. By Little's law, a new request waits for the requests ahead of it divided by that rate.
 */
function createQueuePace(isWaiting = true) {
  let starts = 0;
  let milliseconds = 0;
  let measuredAt = performance.now();
  let wasWaiting = isWaiting;

  function measure(): void {
    const now = performance.now();
    const kept = Math.exp((measuredAt - now) / decayMs);
    starts *= kept;
    milliseconds = milliseconds * kept + (wasWaiting ? decayMs * (1 - kept) : 0);
    measuredAt = now;
  }

  return {
    setWaiting(isWaiting: boolean): void {
      if (isWaiting === wasWaiting) return;
      measure();
      wasWaiting = isWaiting;
    },

    /** Counts the start of a request that waited, or of any request while others wait. */
    countStart(hasWaited: boolean): void {
      measure();
      if (hasWaited || wasWaiting) starts += 1;
    },

    /**
     * Expected milliseconds until `count` more requests have started. Grows while none start. Returns
     * 0 until enough has been measured; until then, only `longestWait` limits the wait.
     */
    expectedWait(count: number): number {
      measure();
      if (milliseconds < minMeasuredMs) return 0;
      return (count * milliseconds) / (starts + assumedStarts);
    },
  };
}

type QueuePace = ReturnType<typeof createQueuePace>;
