/** Listens on the port with limits per connection, and closes it without aborting requests. */
import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { CliError } from '#server/progress.ts';
import { limitConnections, type NetworkOf } from './connections.ts';
import type { FastPath } from './fast-path.ts';
import type { LoadShedding } from './load-shedding.ts';

/** Milliseconds. A slow client costs a socket only: a slot is acquired once its body has arrived. */
const timeouts = {
  /** Until the end of the headers. */
  headers: 10_000,
  /** Until the end of the body: 100 kB take 13 s at 64 kbit/s. */
  request: 20_000,
  /** Between requests: longer than load balancers keep one (60 s), or they would use a closed one. */
  keepAlive: 65_000,
  /** Without a byte in either direction. Event streams send one every 12 s. */
  idle: 60_000,
  /** How often the first two are checked. */
  check: 1_000,
};

/** Bytes. A browser's headers with all cookies have 2 kB. */
const maxHeaderBytes = 16_384;

/** How long new requests are accepted after /readyz answers 503, until load balancers notice. */
const drainNoticeMilliseconds = 1_500;
/** How long requests in flight may take to finish. */
const drainMilliseconds = 10_000;

export type Port = {
  number: number;
  /** Finishes requests in flight and closes the port, `isBalanced` after load balancers could notice. */
  close(isBalanced: boolean): Promise<void>;
};

/**
 * Starts listening. `shedLoad` and `fastPath` may answer requests before Hono sees them.
 *
 * @throws {CliError} if the port is taken
 */
export function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  { host, port }: { host: string; port: number },
  {
    shedLoad,
    fastPath = (incoming, outgoing, next) => next(incoming, outgoing),
    networkOf = () => undefined,
  }: { shedLoad?: LoadShedding; fastPath?: FastPath; networkOf?: NetworkOf } = {},
): Promise<Port> {
  return new Promise((done, failed) => {
    const server = serve(
      {
        fetch,
        hostname: host,
        port,
        createServer: ((options: ServerOptions, listener: RequestListener) =>
          createServer(options, (incoming, outgoing) => {
            if (!shedLoad?.(incoming, outgoing)) fastPath(incoming, outgoing, listener);
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
      ({ port: number }) => done({ number, close: (isBalanced) => close(server, isBalanced) }),
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

async function close(server: Server, isBalanced: boolean): Promise<void> {
  const open = await new Promise<number>((done) =>
    server.getConnections((_error, count) => done(count)),
  );
  if (isBalanced && open > 0) await sleep(drainNoticeMilliseconds);
  const closed = new Promise<void>((done) => server.close(() => done()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainMilliseconds);
  await closed;
  clearTimeout(timer);
}
