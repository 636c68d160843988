/** Limits open connections in total and per network, closing idle ones first, and the requests on each connection. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
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
