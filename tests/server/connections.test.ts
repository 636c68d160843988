/** Limits of connections and unread responses per client; others are served. */
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import { connectionLimits, limitConnections } from '#server/http/connections.ts';
import { createUnreadResponses, unreadLimits } from '#server/http/unread-responses.ts';
import { startHttpServer } from '#tests/support/http-server.ts';

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
/** Bytes in use outside the JavaScript heap, where bodies are, after garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { arrayBuffers, external } = process.memoryUsage();
  return arrayBuffers + external;
}

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

/** A connection from `localAddress` that sends `text` and never reads. */
async function open(port: number, localAddress: string, text = ''): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  cleanUps.push(() => socket.destroy());
  await new Promise<void>((done) => {
    socket.once('connect', done);
    socket.once('error', () => done());
  });
  if (text) socket.write(text);
  socket.pause();
  return socket;
}

/** Open connections of a server, by its own count. */
const openAt = (server: Server) =>
  new Promise<number>((done) => server.getConnections((_error, count) => done(count)));

/** The status of a request over a new connection. */
const statusFrom = (port: number, localAddress: string, path = '/healthz') =>
  new Promise<number>((done) => {
    const asking = request({ port, host: '127.0.0.1', localAddress, path, agent: false });
    asking.on('response', (response) => {
      response.resume();
      done(response.statusCode ?? 0);
    });
    asking.on('error', () => done(0));
    asking.end();
  });

/** A server with these limits that treats every address as a network. */
async function startLimited(limits: Partial<typeof connectionLimits>) {
  const server = createServer((_request, response) => response.end('ok'));
  limitConnections(server, {
    networkOf: (name) => ({ name, share: 1 }),
    limits: { ...connectionLimits, ...limits },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, port: (server.address() as AddressInfo).port };
}

describe('a client that opens a thousand connections', () => {
  const get = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it.each([
    ['says nothing on them', ''],
    ['keeps them after a request', get],
    ['never ends its requests', get.slice(0, -2)],
  ])('and %s holds no more than its share, and shuts nobody out', async (_what, text) => {
    const { server, port } = await startLimited({ total: 600, crowded: 500, perNetwork: 100 });
    for (let count = 0; count < 1_000; count += 1) await open(port, '127.0.0.1', text);
    await sleep(200);
    expect(await openAt(server)).toBeLessThanOrEqual(100);
    expect(await statusFrom(port, '127.0.0.2')).toBe(200);
    // Its idle connections are closed for its next request.
    expect(await statusFrom(port, '127.0.0.1')).toBe(200);
  });

  it('from many addresses has its idle ones closed for the next', async () => {
    const { server, port } = await startLimited({ total: 200, crowded: 150, perNetwork: 100 });
    for (let count = 0; count < 1_000; count += 1) await open(port, `127.0.1.${count % 250}`);
    expect(await statusFrom(port, '127.0.0.2')).toBe(200);
    expect(await openAt(server)).toBeLessThanOrEqual(151);
  });
});

describe('a client that does not read', () => {
  it('holds eight megabytes of answers at most, and others are served', {
    timeout: 60_000,
  }, async () => {
    const server = await startHttpServer();
    cleanUps.push(() => server.stop());
    await server.database.repository.createMany({
      data: Array.from({ length: 100 }, (_, index) => ({
        id: newId('Repository'),
        name: `repository ${index}`,
        link: 'https://example.org',
        description: 'ü'.repeat(2_000),
      })),
    });
    const { cookie } = await server.as('user');
    const query = '{ repositories(first: 100) { nodes { a: description b: description } } }';
    const body = JSON.stringify({ query });
    const control = await server.ask({ body: { query }, cookie });
    expect(control.text.length).toBeGreaterThan(400_000);
    const head = `POST /api/graphql HTTP/1.1\r\nHost: localhost:3000\r\nX-Forwarded-For: 192.0.2.9\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const before = bytesInUse();
    for (let count = 0; count < 40; count += 1) {
      await open(server.port, '127.0.0.1', (head + body).repeat(20));
      await sleep(100);
    }
    const others = [];
    for (let turn = 0; turn < 12; turn += 1) {
      others.push((await server.ask({ body: { query: '{ setup { appName } }' } })).status);
      await sleep(100);
    }
    expect(others).toEqual(others.map(() => 200));
    await sleep(2_000);
    // Pending responses are dropped; unread ones would stay for a minute.
    await expect
      .poll(() => bytesInUse() - before, { timeout: 15_000, interval: 500 })
      .toBeLessThan(30_000_000);
  });

  it('is disconnected when it makes no progress', async () => {
    const unread = createUnreadResponses({ ...unreadLimits, perNetwork: 1e9, stalled: 500 });
    const bytes = Buffer.alloc(5_000_000);
    const server = createServer((_request, response) => {
      unread.hold('192.0.2.1', response, bytes.length);
      response.end(bytes);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    cleanUps.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    expect(await statusFrom(port, '127.0.0.2')).toBe(200);
    const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
    await open(port, '127.0.0.1', get.repeat(10));
    await expect.poll(() => unread.total, { timeout: 1_000 }).toBeGreaterThan(0);
    await expect.poll(() => openAt(server), { timeout: 5_000 }).toBe(0);
    // A connection is counted as closed shortly before its responses are.
    await expect.poll(() => unread.total, { timeout: 1_000 }).toBe(0);
  });
});
