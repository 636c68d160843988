/** The port: what a connection may cost, and how it is closed without breaking a request off. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { CliError } from '#server/progress.ts';
import { limitConnections, type NetworkOf } from './connections.ts';
import type { LoadShedding } from './load-shedding.ts';

/**
 * Slow clients hold a socket and nothing else: a request takes a place at work (admission.ts) when all
 * of it has arrived. Each value is in milliseconds.
 */
const timeouts = {
  /** From the connection to the end of the headers. */
  headers: 10_000,
  /** From the connection to the end of the body: 100 kB take 13 s at 64 kbit/s. */
  request: 20_000,
  /** Between two requests: longer than load balancers wait (60 s), or they meet a closed connection. */
  keepAlive: 65_000,
  /** Without a byte in either direction; streams of events send one every 12 s. */
  silence: 60_000,
  /** How often the first two are looked at. */
  check: 1_000,
};

/** Headers in all, in bytes. Ours with all cookies have 2 kB. */
const maxHeaderBytes = 16_384;

/** How long new requests are still taken after /readyz has said no, for balancers to notice. */
const noticeMilliseconds = 1_500;
/** How long requests in flight may take to finish. */
const drainMilliseconds = 10_000;

export type Port = {
  number: number;
  /**
   * Finishes the requests in flight and closes the port. Where `isWatched`, whoever spreads the load
   * gets time to notice first.
   */
  close(isWatched: boolean): Promise<void>;
};

/**
 * Listens. `shedLoad` may answer requests before anybody else sees them.
 *
 * @throws {CliError} if the port is taken
 */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port }: { host: string; port: number },
  {
    shedLoad,
    networkOf = () => undefined,
  }: { shedLoad?: LoadShedding; networkOf?: NetworkOf } = {},
): Promise<Port> {
  return new Promise((done, failed) => {
    const server = serve(
      {
        fetch,
        hostname: host,
        port,
        createServer: ((options: ServerOptions, listener: RequestListener) =>
          createServer(options, (incoming, outgoing) => {
            if (!shedLoad?.(incoming, outgoing)) listener(incoming, outgoing);
          })) as typeof createServer,
        serverOptions: {
          headersTimeout: timeouts.headers,
          requestTimeout: timeouts.request,
          keepAliveTimeout: timeouts.keepAlive,
          connectionsCheckingInterval: timeouts.check,
          maxHeaderSize: maxHeaderBytes,
          keepAlive: true,
        },
      },
      ({ port: number }) => done({ number, close: (isWatched) => close(server, isWatched) }),
    ) as Server;
    server.timeout = timeouts.silence;
    limitConnections(server, { networkOf });
    server.once('error', (error: NodeJS.ErrnoException) => {
      failed(
        error.code === 'EADDRINUSE'
          ? new CliError(
              `Port ${port} is already in use.`,
              `Stop the program that uses it, or choose another one: PORT=${port + 1} npm start`,
            )
          : error,
      );
    });
  });
}

async function close(server: Server, isWatched: boolean): Promise<void> {
  const open = await new Promise<number>((done) =>
    server.getConnections((_error, count) => done(count)),
  );
  if (isWatched && open > 0) await sleep(noticeMilliseconds);
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
  await closed;
  clearTimeout(timer);
}
