/**
 * Open connections: one client network may hold so many, and idle ones are closed first when there are
 * too many, so that nobody is kept out by connections that do nothing.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** An idle connection costs some 20 kB. */
export const connectionLimits = {
  /** All connections; beyond them the operating system's backlog has to wait. */
  total: 10_000,
  /** From here on each new connection closes the one that has been idle longest. */
  crowded: 9_000,
  /** For one network: a browser opens six at most, so this is an office of sixty people. */
  perNetwork: 400,
};

/** The network of an address and how many times the limit it may have; undefined: no limit. */
export type NetworkOf = (address: string) => { name: string; share: number } | undefined;

type ConnectionDeps = {
  networkOf: NetworkOf;
  limits?: typeof connectionLimits;
};

/** Limits the connections of `server`. */
export function limitConnections(
  server: Server,
  { networkOf, limits = connectionLimits }: ConnectionDeps,
): void {
  server.maxConnections = limits.total;
  /** Connections without a request in flight and their networks; the longest idle first. */
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

  server.on('request', ({ socket }: IncomingMessage, outgoing: ServerResponse) => {
    idle.delete(socket);
    requests.set(socket, (requests.get(socket) ?? 0) + 1);
    outgoing.once('close', () => {
      const left = (requests.get(socket) ?? 1) - 1;
      requests.set(socket, left);
      if (left || socket.destroyed) return;
      idle.set(socket, networkOf(socket.remoteAddress ?? '')?.name);
    });
  });
}
