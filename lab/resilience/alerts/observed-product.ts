/** A product of two processes, whose surroundings a test can break, and a Prometheus that observes it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin } from '#lab/resilience/context.ts';
import { startDebianPostgres } from '#lab/support/debian-postgres.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { startTcpProxy } from '#lab/support/tcp-proxy.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { startMailbox } from '#tests/support/mailbox.ts';
import { freePort, type Product, startProduct } from '#tests/support/product.ts';
import { startPrometheus } from './prometheus.ts';

/** Each SIGUSR2 sets a process's clock five seconds ahead, or back. */
const clock = `const { now } = Date; let ahead = 0; Date.now = () => now() + ahead;
  process.on('SIGUSR2', () => { ahead = 5000 - ahead; });`;

async function proxyTo(text: string) {
  const url = new URL(text);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  return { ...proxy, url: url.href };
}

/** Serves what node_exporter would read from its folder. */
async function serveFile(file: string) {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/plain; version=0.0.4');
    try {
      response.end(readFileSync(file));
    } catch {
      response.end();
    }
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

export type ObservedProduct = Awaited<ReturnType<typeof startObservedProduct>>;

export async function startObservedProduct() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-alerts-'));
  const stampFile = join(folder, 'atrium-backup.prom');
  const stamp = await serveFile(stampFile);
  const postgres = await startDebianPostgres();
  const primary = await proxyTo(postgres.url);
  const mailbox = await startMailbox(await freePort());
  const mailProxy = await proxyTo(mailbox.url);
  const [port, metrics] = [await freePort(), await freePort()];
  const start = () =>
    startProduct({
      databaseUrl: primary.url,
      smtpUrl: mailProxy.url,
      port,
      env: {
        ADMIN_EMAILS: admin,
        LOG_LEVEL: 'info',
        METRICS_PORT: String(metrics),
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
        WEB_CONCURRENCY: '2',
      },
    });
  const products: Product[] = [await start()];
  const product = () => products.at(-1) as Product;
  const target = { urls: [product().url], mailbox, admin };
  const person = await new HttpClient(target).signIn(admin);

  // From now on, a mail server that can withhold its answers.
  await mailProxy.setState('refuse');
  await mailbox.close();
  const mail = { isSilent: false };
  const mailServer = await startMailServer((done) => mail.isSilent || done(), {
    port: Number(new URL(mailbox.url).port),
  });
  await mailProxy.setState('pass');
  const prometheus = await startPrometheus({ atrium: metrics, node: stamp.port });

  return {
    ...{ folder, stampFile, databaseUrl: postgres.url, primary, mail, mailProxy },
    ...{ product, prometheus, metrics, person },
    /** Clients with an address of their own. */
    newClient: (jar = new Map<string, string>()) => new HttpClient(target, { jar: new Map(jar) }),
    async startAgain(): Promise<void> {
      products.push(await start());
    },
    async stop(): Promise<void> {
      await prometheus.stop();
      await product().stop('SIGKILL');
      await mailServer.close();
      stamp.close();
      await Promise.all([primary, mailProxy].map((proxy) => proxy.close()));
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
