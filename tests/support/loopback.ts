/** Serves a listener on a free port of this machine, and sends requests to it from any address. */

import { Agent, createServer, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

const addressHeader = 'x-test-address';
const withoutBody = [204, 304];

export async function serveOnLoopback(listener: RequestListener) {
  const server = createServer((incoming, outgoing) => {
    const value = incoming.headers[addressHeader];
    delete incoming.headers[addressHeader];
    Object.defineProperty(incoming.socket, 'remoteAddress', { value, configurable: true });
    listener(incoming, outgoing);
  });
  // A kept connection that it closed while the next request is sent would be reset.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });

  /** `address` is the client's. */
  async function send(url: string, init: RequestInit, address: string): Promise<Response> {
    const { method, headers, body, signal } = new Request(url, init);
    const content = body && Buffer.from(await new Response(body).arrayBuffer());
    const { host, pathname, search } = new URL(url);
    return new Promise((done, failed) => {
      const sent = request({
        host: '127.0.0.1',
        port,
        agent,
        method,
        path: url.slice(url.indexOf(host) + host.length) || pathname + search,
        headers: {
          host,
          ...Object.fromEntries(headers),
          ...(content && { 'content-length': content.length }),
          ...(address && { [addressHeader]: address }),
        },
        signal,
      });
      sent.once('error', failed);
      sent.once('response', (response) => {
        const answered = new Headers();
        for (const [name, values] of Object.entries(response.headersDistinct))
          for (const value of values ?? []) answered.append(name, value);
        const { statusCode: status = 0 } = response;
        const isEmpty = method === 'HEAD' || withoutBody.includes(status);
        if (isEmpty) response.resume();
        const stream = isEmpty ? null : (Readable.toWeb(response) as ReadableStream);
        done(new Response(stream, { status, headers: answered }));
      });
      sent.end(content ?? undefined);
    });
  }

  return {
    send,
    async stop() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
