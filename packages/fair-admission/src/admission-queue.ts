import { type Client, createFairQueue } from './fair-queue.ts';
import type { AdmissionLimits } from './limits.ts';
import { createQueuePace, type QueuePace } from './queue-pace.ts';

/**
 * Two fair queues that take turns while both have entries: background requests neither delay others much nor starve. A
 * background network gets at most the turns of a foreground one, so asking in the background gains nothing.
 */
function createQueue<T>() {
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
  const queue = createQueue<T>();
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
