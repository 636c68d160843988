/**
 * Two-level round robin: networks take turns, and so do the keys within a network. A hundred sessions
 * behind one address get as much as one session elsewhere.
 */

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

export function createFairQueue<T>() {
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
