/** Queue of admission control. Accepts a request only if its turn is expected in time. */
import { type Client, createFairQueue } from './fair-queue.ts';
import type { AdmissionLimits } from './limits.ts';
import { createQueuePace, type QueuePace } from './queue-pace.ts';

export function createAdmissionQueue<T>(limits: AdmissionLimits) {
  const queue = createFairQueue<T>();
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

    /** Whether requests are waiting for the process rather than for their client's share. */
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
