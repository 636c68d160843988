/**
 * Answers that a client does not read stay in memory until it does, or until its connection is closed:
 * after a time, and at once when its network holds too many bytes (the oldest answers first).
 */
import type { ServerResponse } from 'node:http';

export const unreadLimits = {
  /** Bytes of answers of one network, and of all: beyond what slow but honest readers need. */
  perNetwork: 8_000_000,
  total: 128_000_000,
  /** Milliseconds without progress, and the slowest reading that is waited for. */
  stalled: 15_000,
  bytesPerSecond: 16_000,
};

type Answer = { network: string; bytes: number };

/** Counts answers from when they are made until the client has them. */
export function createUnreadResponses(limits = unreadLimits) {
  /** The oldest first. */
  const answers = new Map<ServerResponse, Answer>();
  const bytesOf = new Map<string, number>();
  let total = 0;

  function count({ network, bytes }: Answer): void {
    total += bytes;
    const sum = (bytesOf.get(network) ?? 0) + bytes;
    if (sum > 0) bytesOf.set(network, sum);
    else bytesOf.delete(network);
  }

  /** Closes the connection, and with it the pipelined answers that wait behind this one. */
  function close({ req: { socket } }: ServerResponse): void {
    socket.destroy();
    for (const other of answers.keys()) if (other.req.socket === socket) release(other);
  }

  function release(outgoing: ServerResponse): void {
    const answer = answers.get(outgoing);
    if (!answers.delete(outgoing) || !answer) return;
    count({ ...answer, bytes: -answer.bytes });
  }

  return {
    get total() {
      return total;
    },

    /** Counts an answer of so many bytes that is about to be sent. */
    hold(network: string, outgoing: ServerResponse, bytes: number): void {
      if (outgoing.destroyed || outgoing.req.socket.destroyed) return;
      const isTooMuch = (name: string) =>
        total > limits.total || (name === network && (bytesOf.get(name) ?? 0) > limits.perNetwork);
      answers.set(outgoing, { network, bytes });
      count({ network, bytes });
      for (const [other, answer] of answers) {
        if (other !== outgoing && isTooMuch(answer.network)) close(other);
      }
      const patience = limits.stalled + (bytes / limits.bytesPerSecond) * 1_000;
      const timer = setTimeout(() => close(outgoing), patience).unref();
      outgoing.req.socket.setTimeout(limits.stalled);
      outgoing.once('close', () => {
        clearTimeout(timer);
        release(outgoing);
      });
    },
  };
}
