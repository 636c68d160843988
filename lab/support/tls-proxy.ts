import { Agent, request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';

export type TlsProxy = {
  url: string;
  ca: string;
  close(): Promise<void>;
};

/** Listens on loopback and forwards to the port that `upstream` returns, with the client in X-Forwarded-For. */
export async function startTlsProxy(upstream: () => number): Promise<TlsProxy> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
  });
  const agent = new Agent({ keepAlive: true });
  const server = createServer({ cert, key, keepAliveTimeout: 10_000 }, (incoming, outgoing) => {
    const forwardedFor = [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress];
    const headers = {
      ...incoming.headers,
      'x-forwarded-for': forwardedFor.filter(Boolean).join(', '),
      'x-forwarded-proto': 'https',
    };
    const { method, url: path } = incoming;
    const forwarded = request(
      { host: '127.0.0.1', port: upstream(), agent, method, path, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      },
    );
    forwarded.on('error', () => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    ca: cert,
    async close() {
      server.closeAllConnections();
      agent.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
