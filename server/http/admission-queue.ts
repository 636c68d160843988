/** The queue of admission control, which takes a request only if its turn is expected in time. */
import type { AdmissionLimits } from './admission-limits.ts';
import { type Client, createFairQueue } from './fair-queue.ts';
import { createQueuePace, type QueuePace } from './queue-pace.ts';

/** A fair queue that measures its pace: that of all, and that of each network in it. */
export function createAdmissionQueue<T>(limits: AdmissionLimits) {
  const queue = createFairQueue<T>();
  const paceOfAll = createQueuePace(false);
  /** A network may be slower than all: only its share of slots is open to it. */
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

    /** Whether requests wait although no share keeps them back: the process has enough to do. */
    setBusy: paceOfAll.setWaiting,

    /** Counts the start of a request that was not queued. */
    countStart: ({ network }: Client) => countStart(network, false),

    /** Whether a new request of `client` would have its turn in time. */
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

    /** Adds an item. The returned function removes it. */
    push(client: Client, item: T): () => void {
      const { network } = client;
      if (!paces.has(network)) paces.set(network, createQueuePace());
      const remove = queue.push(client, item);
      return () => {
        remove();
        forgetUnlessQueued(network);
      };
    },

    /** Removes and returns the next entry whose client `canStart`; undefined if there is none. */
    shift(canStart: (client: Client) => boolean) {
      const entry = queue.shift(canStart);
      if (!entry) return undefined;
      countStart(entry.client.network, true);
      forgetUnlessQueued(entry.client.network);
      return entry;
    },
  };
}
