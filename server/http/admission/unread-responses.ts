/**
 * Limits the memory of responses that clients are slow to read. Closes connections without progress,
 * and the oldest ones when their network, or all networks together, hold too many bytes.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export const unreadLimits = {
  /** Bytes per network and in total. Well-intentioned slow readers stay below. */
  perNetwork: 8_000_000,
  total: 128_000_000,
  /** Bytes of a response besides its body. */
  perResponse: 16_000,
  /** Milliseconds without progress, and the slowest accepted read rate. */
  stalled: 15_000,
  bytesPerSecond: 16_000,
};

type UnreadResponse = { network: string; bytes: number; timer?: NodeJS.Timeout };

/** Bodies shared by many responses, so they cost no memory per response. */
const shared = new WeakSet<object>();

export function markShared<T extends Uint8Array>(body: T): T {
  shared.add(body);
  return body;
}

export function createUnreadResponses(limits = unreadLimits) {
  /** Oldest first. */
  const responses = new Map<ServerResponse, UnreadResponse>();
  const bytesOf = new Map<string, number>();
  const bySocket = new WeakMap<Socket, Set<ServerResponse>>();
  const watched = new WeakSet<ServerResponse>();
  let total = 0;

  function count(network: string, bytes: number): void {
    total += bytes;
    const sum = (bytesOf.get(network) ?? 0) + bytes;
    if (sum > 0) bytesOf.set(network, sum);
    else bytesOf.delete(network);
  }

  /** Responses of a socket. They are dropped when it closes, because pipelined ones don't emit `close`. */
  function responsesOf(socket: Socket): Set<ServerResponse> {
    const before = bySocket.get(socket);
    if (before) return before;
    const own = new Set<ServerResponse>();
    bySocket.set(socket, own);
    socket.once('close', () => releaseAll(socket));
    return own;
  }

  function release(outgoing: ServerResponse): void {
    const response = responses.get(outgoing);
    if (!response) return;
    responses.delete(outgoing);
    responsesOf(outgoing.req.socket).delete(outgoing);
    clearTimeout(response.timer);
    count(response.network, -response.bytes);
  }

  function releaseAll(socket: Socket): void {
    for (const outgoing of responsesOf(socket)) release(outgoing);
  }

  function close({ req: { socket } }: ServerResponse): void {
    socket.destroy();
    releaseAll(socket);
  }

  function watch(outgoing: ServerResponse): void {
    if (watched.has(outgoing)) return;
    watched.add(outgoing);
    outgoing.on('drain', () => release(outgoing));
    outgoing.once('close', () => release(outgoing));
  }

  /** Closes the oldest connections of a network, or of all, until their bytes are within the limits. */
  function makeRoom(network: string, newest: ServerResponse): void {
    const isTooMuch = (name: string) =>
      total > limits.total || (name === network && (bytesOf.get(name) ?? 0) > limits.perNetwork);
    if (!isTooMuch(network)) return;
    for (const [outgoing, response] of responses) {
      if (outgoing !== newest && isTooMuch(response.network)) close(outgoing);
    }
  }

  return {
    get total() {
      return total;
    },

    /** Counts a response's unsent bytes until the client has received them. `body` is its last part. */
    hold(outgoing: ServerResponse, network: string, body?: unknown): void {
      const { socket } = outgoing.req;
      if (outgoing.destroyed || socket.destroyed) return;
      release(outgoing);
      const { writableLength: unsent, writableEnded: isEnded } = outgoing;
      const own = body instanceof Uint8Array && shared.has(body) ? unsent - body.length : unsent;
      const response: UnreadResponse = { network, bytes: Math.max(0, own) + limits.perResponse };
      responses.set(outgoing, response);
      responsesOf(socket).add(outgoing);
      count(network, response.bytes);
      watch(outgoing);
      makeRoom(network, outgoing);
      // Streams have their own time limits.
      if (!isEnded || socket.destroyed) return;
      const timeout = limits.stalled + (unsent / limits.bytesPerSecond) * 1_000;
      response.timer = setTimeout(() => close(outgoing), timeout).unref();
      socket.setTimeout(limits.stalled);
    },
  };
}

export type UnreadResponses = ReturnType<typeof createUnreadResponses>;

/** Response class of a server: counts whatever a route sends until the client has received it. */
export function countedResponses(
  unread: UnreadResponses,
  networkOf: (incoming: IncomingMessage) => string,
): typeof ServerResponse {
  return class CountedResponse<T extends IncomingMessage> extends ServerResponse<T> {
    override write(...args: unknown[]): boolean {
      const isTaken = super.write(...(args as Parameters<ServerResponse['write']>));
      if (!isTaken) unread.hold(this, networkOf(this.req));
      return isTaken;
    }

    override end(...args: unknown[]): this {
      super.end(...(args as Parameters<ServerResponse['end']>));
      // The kernel has accepted most responses by now, unless they wait for an earlier one.
      if (this.writableLength > 0) unread.hold(this, networkOf(this.req), args[0]);
      return this;
    }
  };
}
