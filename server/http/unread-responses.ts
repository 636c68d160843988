/**
 * Limits the memory of responses that clients are slow to read. A connection without progress is
 * closed, and the oldest ones at once when their network holds too many bytes.
 */
import type { ServerResponse } from 'node:http';

export const unreadLimits = {
  /** Bytes of one network, and of all. Slow readers with good intent stay below. */
  perNetwork: 8_000_000,
  total: 128_000_000,
  /** Milliseconds without progress, and the slowest accepted reading. */
  stalled: 15_000,
  bytesPerSecond: 16_000,
};

type UnreadResponse = { network: string; bytes: number };

/** Counts responses until the client has received them. */
export function createUnreadResponses(limits = unreadLimits) {
  /** Oldest first. */
  const responses = new Map<ServerResponse, UnreadResponse>();
  const bytesOf = new Map<string, number>();
  let total = 0;

  function count({ network, bytes }: UnreadResponse): void {
    total += bytes;
    const sum = (bytesOf.get(network) ?? 0) + bytes;
    if (sum > 0) bytesOf.set(network, sum);
    else bytesOf.delete(network);
  }

  /** Closes the connection and drops the pipelined responses behind this one. */
  function close({ req: { socket } }: ServerResponse): void {
    socket.destroy();
    for (const other of responses.keys()) if (other.req.socket === socket) release(other);
  }

  function release(outgoing: ServerResponse): void {
    const response = responses.get(outgoing);
    if (!responses.delete(outgoing) || !response) return;
    count({ ...response, bytes: -response.bytes });
  }

  return {
    get total() {
      return total;
    },

    /** Counts a response of `bytes` bytes that is about to be sent. */
    hold(network: string, outgoing: ServerResponse, bytes: number): void {
      if (outgoing.destroyed || outgoing.req.socket.destroyed) return;
      const isTooMuch = (name: string) =>
        total > limits.total || (name === network && (bytesOf.get(name) ?? 0) > limits.perNetwork);
      responses.set(outgoing, { network, bytes });
      count({ network, bytes });
      for (const [other, response] of responses) {
        if (other !== outgoing && isTooMuch(response.network)) close(other);
      }
      const timeout = limits.stalled + (bytes / limits.bytesPerSecond) * 1_000;
      const timer = setTimeout(() => close(outgoing), timeout).unref();
      outgoing.req.socket.setTimeout(limits.stalled);
      outgoing.once('close', () => {
        clearTimeout(timer);
        release(outgoing);
      });
    },
  };
}

export type UnreadResponses = ReturnType<typeof createUnreadResponses>;
