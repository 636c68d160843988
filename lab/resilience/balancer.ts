import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

const probeIntervalMs = 100;

export type Balancer = {
  url: string;
  ready(): readonly number[];
  close(): void;
};

export async function startBalancer(ports: readonly number[], port = 0): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let ready: number[] = [];
  let turn = 0;

  async function probe(): Promise<void> {
    const answers = await Promise.all(
      ports.map((each) =>
        fetch(`http://127.0.0.1:${each}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ status }) => status === 200,
          // An instance that responds slowly remains in rotation.
          ({ name }: Error) => name === 'TimeoutError' && ready.includes(each),
        ),
      ),
    );
    ready = ports.filter((_, index) => answers[index]);
  }
  const timer = setInterval(() => void probe(), probeIntervalMs);

  const server = createServer((incoming, outgoing) => {
    turn += 1;
    const target = ready[turn % Math.max(1, ready.length)];
    if (target === undefined) {
      outgoing.writeHead(502).end('no instance is ready');
      return;
    }
    const { method, url: path, headers } = incoming;
    const onward = request({ agent, host: '127.0.0.1', port: target, method, path, headers });
    onward.on('response', (response) => {
      const { connection: _, 'keep-alive': __, ...passed } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, passed);
      response.pipe(outgoing);
    });
    onward.on('error', ({ message }) => {
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end(message);
    });
    incoming.pipe(onward);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  await probe();
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    close() {
      clearInterval(timer);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}
