import { once } from 'node:events';
import { connect } from 'node:http2';
import { request } from 'node:https';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installPrograms } from '#lab/support/debian-packages.ts';
import { HttpClient } from '#lab/support/http-client.ts';
import { openStream } from '#lab/support/live-streams.ts';
import { freshDatabase, type TestDatabase } from '#tests/support/database.ts';
import { unique } from '#tests/support/factories.ts';
import { type Mailbox, startMailbox } from '#tests/support/mailbox.ts';
import { freePort, type Product, startProduct } from '#tests/support/product.ts';
import { behindProxy, type ProxyName, proxies, startProxy } from './proxy-examples.ts';

const admin = 'root@example.org';
const programs = Object.fromEntries(Object.keys(proxies).map((name) => [name, name]));

let missing = '';
let mailbox: Mailbox;
beforeAll(async () => {
  missing = installPrograms(programs);
  mailbox = await startMailbox();
}, 300_000);
afterAll(() => mailbox.close());

const mebibyte = Buffer.alloc(2 ** 20, 'x');

/**
 * Sends 100 MiB until there is a response or the connection closes, which may overtake the response. Returns the
 * outcome and how many MiB were accepted.
 */
async function sendHuge(url: string, ca: string, isChunked: boolean) {
  const length = isChunked ? {} : { 'content-length': 100 * mebibyte.length };
  const sent = request(`${url}/api/graphql`, {
    ...{ method: 'POST', ca, host: '127.0.0.1', servername: 'localhost' },
    headers: { 'content-type': 'application/json', ...length },
  });
  let status: number | undefined;
  let isOver = false;
  sent.on('response', (response) => {
    status = response.statusCode;
    response.resume();
  });
  sent.on('error', () => {});
  sent.on('close', () => {
    isOver = true;
  });
  let taken = 0;
  for (; taken < 100 && status === undefined && !isOver; taken += 1) {
    if (sent.write(mebibyte)) continue;
    // The timer covers a response that arrives before `drain`.
    await new Promise<void>((done) => {
      const timer = setTimeout(done, 20);
      sent.removeAllListeners('drain').once('drain', () => {
        clearTimeout(timer);
        done();
      });
    });
  }
  if (taken === 100) sent.end();
  for (let tries = 0; status === undefined && !isOver && tries < 100; tries += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  sent.destroy();
  return { answer: status ?? (isOver ? 'closed' : 'none'), taken };
}

async function askByHttp2(url: string, ca: string) {
  const session = connect(url, {
    ca,
    lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const stream = session.request({ ':path': '/healthz' });
  const [headers] = await once(stream, 'response');
  stream.resume();
  session.close();
  return { status: headers[':status'], protocol: session.alpnProtocol };
}

describe.each(Object.keys(proxies) as ProxyName[])('%s', (name) => {
  let database: TestDatabase;
  let product: Product;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let client: HttpClient;

  beforeAll(async () => {
    if (missing) return;
    const [port, unused, upstream] = [await freePort(), await freePort(), await freePort()];
    database = await freshDatabase();
    product = await startProduct({
      databaseUrl: database.url,
      smtpUrl: mailbox.url,
      port: upstream,
      env: {
        ...behindProxy(port),
        ADMIN_EMAILS: admin,
        LOG_LEVEL: 'info',
      },
    });
    proxy = await startProxy(name, { port, upstreams: [upstream, unused] });
    client = new HttpClient({ urls: [proxy.url], mailbox, admin, ca: proxy.ca });
  }, 60_000);
  afterAll(async () => {
    await proxy?.stop();
    await product?.stop();
    await database?.drop();
  });

  it('lets people sign in and ask the API, and names their address', async ({ skip }) => {
    skip(Boolean(missing), missing);
    await expect
      .poll(async () => (await client.fetch('/readyz')).status, { timeout: 10_000 })
      .toBe(200);
    const asked = await client.requestCode(admin);
    expect([asked.status, asked.text]).toEqual([200, '{"success":true}']);
    const { code } = await mailbox.next(admin);
    const forged = { 'x-forwarded-for': '203.0.113.9' };
    expect((await client.enterCode(admin, code, forged)).status).toBe(200);
    expect(await client.viewerId()).toMatch(/^usr_/);
    const signedIn = () =>
      product.log.split('\n').find((each) => each.includes('authn_login_success')) ?? '{}';
    await expect.poll(() => JSON.parse(signedIn()).client).toBe(client.address);
    expect(await askByHttp2(proxy.url, proxy.ca)).toEqual({ status: 200, protocol: 'h2' });
  });

  it('passes events on as they happen', async ({ skip }) => {
    skip(Boolean(missing), missing);
    const stream = await openStream(client);
    expect(stream.status).toBe(200);
    // The stream receives changes once its database connection listens.
    const ids: string[] = [];
    const isTold = async () => {
      const { data } = await client.graphql(
        `mutation { createRepository(input: { name: "${unique('atlas')}", link: "a.example" }) { repository { id } } }`,
      );
      ids.push(data.createRepository.repository.id);
      return ids.some((id) => stream.text.includes(id));
    };
    await expect.poll(isTold, { interval: 1_000 }).toBe(true);
    stream.close();
  });

  it('refuses a body of 100 MiB early, and passes one of 90 kB', async ({ skip }) => {
    skip(Boolean(missing), missing);
    for (const isChunked of [false, true]) {
      const { answer, taken } = await sendHuge(proxy.url, proxy.ca, isChunked);
      // Caddy answers 502 if the connection is closed while it still sends.
      expect([413, 'closed', 502], isChunked ? 'chunked' : 'with a length').toContain(answer);
      expect(taken).toBeLessThan(20);
    }
    const long = {
      query: '{ viewer { user { id } } }',
      extensions: { padding: 'x'.repeat(90_000) },
    };
    const { status, json } = await client.post('/api/graphql', long);
    expect([status, json.data?.viewer?.user.id]).toEqual([200, expect.stringMatching(/^usr_/)]);
    expect(await client.viewerId()).toMatch(/^usr_/);
  });
});
