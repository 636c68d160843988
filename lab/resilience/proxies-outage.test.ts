/** What people behind the proxies of docs/examples get while instances don't reach the database. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPrograms } from '#lab/support/debian-packages.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { startTcpProxy, type TcpProxy } from '#lab/support/tcp-proxy.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { freePort, type Product, startProduct } from '#tests/support/product.ts';
import { behindProxy, type ProxyName, proxies, startProxy } from './proxy-examples.ts';

const names = Object.keys(proxies) as ProxyName[];
const missing = installPrograms(Object.fromEntries(names.map((name) => [name, name])));
const admin = 'root@example.org';
/** Two checks, a second apart, with their timeouts. */
const noticedMs = 4_000;

let database: TestDatabase;
let mailbox: Mailbox;
let paths: TcpProxy[];
let products: Product[];
const upstreams: [number, number] = [0, 0];
const port = await freePort();

beforeAll(async () => {
  database = await freshDatabase();
  mailbox = await startMailbox();
  const url = new URL(database.url);
  paths = [await startTcpProxy(Number(url.port)), await startTcpProxy(Number(url.port))];
  products = [];
  for (const [index, path] of paths.entries()) {
    url.port = String(path.port);
    upstreams[index] = await freePort();
    const own = { databaseUrl: url.href, smtpUrl: mailbox.url, port: upstreams[index] };
    products.push(await startProduct({ ...own, env: behindProxy(port) }));
  }
});
afterAll(async () => {
  await Promise.all(products.map((product) => product.stop('SIGKILL')));
  await Promise.all(paths.map((path) => path.close()));
  await mailbox.close();
  await database.drop();
});

describe.for(names)('%s', (name) => {
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let client: HttpClient;
  const readiness = async () => {
    const { status, text } = await client.fetch('/readyz');
    return `${status} ${text}`;
  };
  const manyAnswers = async () => {
    const answers = new Set<string>();
    for (let i = 0; i < 20; i += 1) answers.add(await readiness());
    return [...answers];
  };
  const setPaths = (...states: ('pass' | 'swallow')[]) =>
    Promise.all(states.map((state, index) => paths[index]?.setState(state)));

  beforeAll(async () => {
    if (missing) return;
    proxy = await startProxy(name, { port, upstreams });
    client = new HttpClient({ urls: [proxy.url], mailbox, admin, ca: proxy.ca });
    await pause(noticedMs);
  });
  afterAll(() => proxy?.stop());

  it('serves pages and the reason while the database is away', async ({ skip }) => {
    skip(Boolean(missing), missing);
    expect(await manyAnswers()).toEqual(['200 ready']);
    await setPaths('swallow', 'swallow');
    try {
      await pause(noticedMs);
      expect(await readiness()).toBe('200 database unreachable');
      expect((await client.fetch('/login')).status).toBe(200);
      const { status, headers, json } = await client.requestCode(admin);
      expect([status, json.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    } finally {
      await setPaths('pass', 'pass');
    }
    await expect.poll(readiness, { timeout: 10_000 }).toBe('200 ready');
  });

  if (name !== 'haproxy') return;
  it('takes an instance out that alone does not reach the database', async ({ skip }) => {
    skip(Boolean(missing), missing);
    await setPaths('swallow', 'pass');
    try {
      await pause(noticedMs);
      expect(await manyAnswers()).toEqual(['200 ready']);
    } finally {
      await setPaths('pass', 'pass');
    }
  });
});
