import { HttpClient, type Reply } from '#lab/support/http-client.ts';
import type { Check } from '#lab/support/probe.ts';
import { startTcpProxy, type TcpProxy } from '#lab/support/tcp-proxy.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { type Product, startProduct } from '#tests/support/product.ts';

export type ResilienceContext = {
  long: boolean;
  /** Counts the scenario as skipped, once it returns. */
  skip(): void;
};

export type Scenario = {
  row: number;
  title: string;
  probe(ground: ResilienceContext, check: Check, note: (figure: string) => void): Promise<void>;
};

export type ProxiedProduct = {
  product: Product;
  mailbox: Mailbox;
  proxy: TcpProxy;
  databaseUrl: string;
  proxiedUrl: string;
  newClient(): HttpClient;
};

export const admin = 'root@example.org';

export async function withProxiedProduct(
  work: (scene: ProxiedProduct) => Promise<void>,
  env: Record<string, string | undefined> = {},
): Promise<void> {
  const database = await freshDatabase();
  const mailbox = await startMailbox();
  const url = new URL(database.url);
  const proxy = await startTcpProxy(Number(url.port));
  url.port = String(proxy.port);
  const options = { databaseUrl: url.href, smtpUrl: mailbox.url };
  const product = await startProduct({
    ...options,
    env: { ADMIN_EMAILS: admin, LOG_LEVEL: 'info', POINTS_PER_MINUTE: '2000000000', ...env },
  });
  try {
    await work({
      product,
      mailbox,
      proxy,
      databaseUrl: database.url,
      proxiedUrl: url.href,
      newClient: () => new HttpClient({ urls: [product.url], mailbox, admin }),
    });
  } finally {
    await proxy.setState('pass');
    await product.stop();
    await proxy.close();
    await mailbox.close();
    await database.drop();
  }
}

export async function timed(ask: () => Promise<Reply>): Promise<Reply & { ms: number }> {
  const begin = performance.now();
  const reply = await ask();
  return { ...reply, ms: performance.now() - begin };
}
