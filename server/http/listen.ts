/** Listens on the port with limits per connection, and closes it without aborting requests. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { clientNetworks, createConnectionClient } from '#server/network/client-address.ts';
import { CliError } from '#server/progress.ts';
import type { Settings } from '#server/settings.ts';
import {
  countedResponses,
  createUnreadResponses,
  limitConnections,
  type NetworkOf,
} from './connections.ts';

/** In milliseconds. A slow client only costs a socket, since a slot is acquired after its body has arrived. */
const timeouts = {
  /** Until the headers are complete. */
  headers: 10_000,
  /** Until the body is complete: 100 kB take 13 s at 64 kbit/s. */
  request: 20_000,
  /** Between requests. Longer than the 60 s of load balancers, which would otherwise reuse a closed connection. */
  keepAlive: 65_000,
  /** Without a byte in either direction. Event streams send one every 12 s. */
  idle: 60_000,
  /** How often `headers` and `request` are checked. */
  check: 1_000,
};

/** A browser's headers with all cookies take 2 kB. */
const maxHeaderBytes = 16_384;

/** How long requests in flight may take to finish. */
const drainMilliseconds = 10_000;

export type Port = {
  number: number;
  /** Finishes requests in flight and closes the port. */
  close(): Promise<void>;
};

type ListenDeps = {
  networkOf?: NetworkOf;
  CountedResponse?: typeof ServerResponse;
};

/**
 * Starts listening.
 *
 * @throws {CliError} if the port is in use
 */
export function listen(
  listener: RequestListener,
  { host, port }: { host: string; port: number },
  { networkOf = () => undefined, CountedResponse }: ListenDeps = {},
): Promise<Port> {
  const server = createServer(
    {
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      keepAliveTimeout: timeouts.keepAlive,
      connectionsCheckingInterval: timeouts.check,
      maxHeaderSize: maxHeaderBytes,
      keepAlive: true,
      ...(CountedResponse && { ServerResponse: CountedResponse }),
    },
    listener,
  );
  server.timeout = timeouts.idle;
  limitConnections(server, { networkOf });
  return new Promise((done, failed) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      failed(
        error.code === 'EADDRINUSE'
          ? new CliError(
              `Port ${port} is already in use.`,
              `Stop the program that uses it, or choose another port: PORT=${port + 1} npm start`,
            )
          : error,
      );
    });
    server.listen(port, host, () => {
      const { port: number } = server.address() as AddressInfo;
      done({ number, close: () => close(server) });
    });
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  const timer = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
  await closed;
  clearTimeout(timer);
}

type App = {
  listener: RequestListener;
  clientOf(incoming: IncomingMessage): { network: string };
};

/**
 * Serves `app` on the configured port, with limits of connections and of unread responses.
 *
 * @throws {CliError} if the port is in use
 */
export function serveApp({ app, settings }: { app: App; settings: Settings }): Promise<Port> {
  const connectionClient = createConnectionClient(settings.trustedProxies);
  const networkOf = (address: string) => {
    const client = connectionClient(address);
    return client === undefined ? undefined : clientNetworks(client)[0];
  };
  const CountedResponse = countedResponses(
    createUnreadResponses(),
    (incoming) => app.clientOf(incoming).network,
  );
  return listen(app.listener, settings, { networkOf, CountedResponse });
}
