/**
 * Limits open connections in total and per network, closing idle ones first, the requests on each connection, and
 * the memory of unread responses.
 */
import { type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An idle connection costs about 20 kB. */
export const connectionLimits = {
  /** Further connections wait in the operating system's backlog. */
  total: 10_000,
  /** From here on, each new connection closes the one that has been idle longest. */
  crowded: 9_000,
  /** A browser opens up to six, so this allows an office of sixty people. */
  perNetwork: 400,
  /**
   * Unanswered requests per connection. Browsers and proxies wait for each response, and clients that
   * pipeline must expect the connection to close (RFC 9112 9.3.2).
   */
  unanswered: 8,
};

/** Returns an address's network and its multiple of the limit, or undefined for no limit. */
export type NetworkOf = (address: string) => { name: string; share: number } | undefined;

type ConnectionDeps = {
  networkOf: NetworkOf;
  limits?: typeof connectionLimits;
};

export function limitConnections(
  server: Server,
  { networkOf, limits = connectionLimits }: ConnectionDeps,
): void {
  server.maxConnections = limits.total;
  /** Connections without a request in flight and their networks, longest idle first. */
  const idle = new Map<Socket, string | undefined>();
  const counts = new Map<string, number>();
  const requests = new WeakMap<Socket, number>();
  let open = 0;

  function closeIdle(network?: string): boolean {
    for (const [socket, name] of idle) {
      if (network !== undefined && name !== network) continue;
      idle.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    if (network) {
      const { name, share } = network;
      if ((counts.get(name) ?? 0) >= limits.perNetwork * share && !closeIdle(name)) {
        socket.destroy();
        return;
      }
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    if (open >= limits.crowded) closeIdle();
    open += 1;
    idle.set(socket, network?.name);
    socket.once('close', () => {
      open -= 1;
      idle.delete(socket);
      if (!network) return;
      const left = (counts.get(network.name) ?? 1) - 1;
      if (left) counts.set(network.name, left);
      else counts.delete(network.name);
    });
  });

  // Must run before the request listener, which skips requests whose connection is closed.
  server.prependListener('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    // The parser emits every request of a chunk, up to about a thousand, even after the connection is closed.
    if (socket.destroyed) return;
    const unanswered = (requests.get(socket) ?? 0) + 1;
    if (unanswered > limits.unanswered) {
      socket.destroy();
      return;
    }
    idle.delete(socket);
    requests.set(socket, unanswered);
    outgoing.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1;
      requests.set(socket, left);
      if (left || socket.destroyed) return;
      idle.set(socket, networkOf(socket.remoteAddress ?? '')?.name);
    });
  });
}

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

/**
 * Limits the memory of responses that clients are slow to read. Closes connections without progress,
 * and the oldest ones when their network, or all networks together, hold too many bytes.
 */
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
      // What is written as a stream has time limits of its own.
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
