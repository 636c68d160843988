/**
 * A queue with two-level round robin: networks take turns, and so do the keys of a network. A hundred
 * sessions behind one address weigh as much as one session elsewhere.
 */

/** The client that a request counts for. */
export type Client = {
  /** An IPv4 address or an IPv6 /64. */
  network: string;
  /** The session, or the network for requests without one. */
  key: string;
};

type Entry<T> = { client: Client; item: T };

/** A queue that serves each client in turn. */
export function createFairQueue<T>() {
  /** In the order of turns: the first key of the first network is next. */
  const networks = new Map<string, Map<string, Entry<T>[]>>();
  const sizes = new Map<string, number>();
  let size = 0;

  function resize(network: string, change: 1 | -1): void {
    size += change;
    const left = (sizes.get(network) ?? 0) + change;
    if (left) sizes.set(network, left);
    else sizes.delete(network);
  }

  /** Moves key and network to the end, or removes them when empty. */
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

    sizeOfNetwork: (network: string) => sizes.get(network) ?? 0,
    sizeOfKey: ({ network, key }: Client) => networks.get(network)?.get(key)?.length ?? 0,

    /** The number of entries served before a new one of `client`, of its network and of all. */
    ahead({ network, key }: Client): { inNetwork: number; inAll: number } {
      const keys = networks.get(network);
      const own = keys?.get(key)?.length ?? 0;
      const rivals = (keys?.size ?? 0) + (own ? 0 : 1);
      const inNetwork = Math.min(sizes.get(network) ?? 0, (own + 1) * rivals - 1);
      const turns = networks.size + (keys ? 0 : 1);
      return { inNetwork, inAll: Math.min(size, (inNetwork + 1) * turns - 1) };
    },

    /** Adds an item. The returned function removes it. */
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

    /** Removes and returns the next entry whose client `canStart`; undefined if there is none. */
    shift(canStart: (client: Client) => boolean): Entry<T> | undefined {
      for (const [network, keys] of networks) {
        for (const [key, entries] of keys) {
          const client = { network, key };
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
