/** Listens on the port with limits per connection, and closes it without aborting requests. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Admission } from '@atrium/fair-admission';
import { serve } from '@hono/node-server';
import type { Log } from '#server/log/log.ts';
import { clientNetworks, createConnectionClient } from '#server/network/client-address.ts';
import { CliError } from '#server/progress.ts';
import type { Settings } from '#server/settings.ts';
import { limitConnections, type NetworkOf } from './admission/connections.ts';
import { createLoadShedding, type LoadShedding } from './admission/load-shedding.ts';
import { countedResponses, createUnreadResponses } from './admission/unread-responses.ts';

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

/** Answers a request, or passes it to `next`. */
export type FastPath = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next: RequestListener,
) => void;

type ListenDeps = {
  shedLoad?: LoadShedding;
  fastPath?: FastPath;
  networkOf?: NetworkOf;
  Response?: typeof ServerResponse;
};

/**
 * Starts listening. `shedLoad` and `fastPath` may answer a request before Hono sees it.
 *
 * @throws {CliError} if the port is in use
 */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port }: { host: string; port: number },
  {
    shedLoad,
    fastPath = (incoming, outgoing, next) => next(incoming, outgoing),
    networkOf = () => undefined,
    Response,
  }: ListenDeps = {},
): Promise<Port> {
  return new Promise((done, failed) => {
    const server = serve(
      {
        fetch,
        hostname: host,
        port,
        createServer: ((options: ServerOptions, listener: RequestListener) =>
          createServer(options, (incoming, outgoing) => {
            if (incoming.socket.destroyed || shedLoad?.(incoming, outgoing)) return;
            fastPath(incoming, outgoing, listener);
          })) as typeof createServer,
        serverOptions: {
          headersTimeout: timeouts.headers,
          requestTimeout: timeouts.request,
          keepAliveTimeout: timeouts.keepAlive,
          connectionsCheckingInterval: timeouts.check,
          maxHeaderSize: maxHeaderBytes,
          keepAlive: true,
          ...(Response && { ServerResponse: Response }),
        },
      },
      ({ port: number }) => done({ number, close: () => close(server) }),
    ) as Server;
    server.timeout = timeouts.idle;
    limitConnections(server, { networkOf });
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
  });
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
  await closed;
  clearTimeout(timer);
}

type App = {
  fetch: (request: Request) => Response | Promise<Response>;
  clientOf: Parameters<typeof createLoadShedding>[0]['clientOf'];
  pageAdmission: Admission | undefined;
  isDraining(): boolean;
  createFastPath: ((headers: Record<string, string>) => FastPath) | undefined;
};

type ServeDeps = { app: App; admission: Admission; settings: Settings; log: Log };

/**
 * Serves `app` on the configured port, with load shedding and connection limits.
 *
 * @throws {CliError} if the port is in use
 */
export async function serveApp({ app, admission, settings, log }: ServeDeps): Promise<Port> {
  const headers = await commonHeaders(app, settings);
  const { clientOf, isDraining, pageAdmission = admission } = app;
  const shedLoad = createLoadShedding({
    admission,
    pageAdmission,
    clientOf,
    isDraining,
    headers,
    log,
  });
  const connectionClient = createConnectionClient(settings.trustedProxies);
  const networkOf = (address: string) => {
    const client = connectionClient(address);
    return client === undefined ? undefined : clientNetworks(client)[0];
  };
  const fastPath = app.createFastPath?.(headers);
  const Response = countedResponses(
    createUnreadResponses(),
    (incoming) => clientOf(incoming).network,
  );
  return listen(app.fetch, settings, {
    shedLoad,
    ...(fastPath && { fastPath }),
    networkOf,
    Response,
  });
}

/** Headers of every response, for responses that bypass Hono. */
async function commonHeaders(app: App, { baseUrl }: Settings): Promise<Record<string, string>> {
  const { headers } = await app.fetch(new Request(`${baseUrl}/healthz`));
  for (const name of ['content-type', 'content-length', 'x-request-id']) headers.delete(name);
  return Object.fromEntries(headers);
}
