import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '#server/database/ids.ts';
import {
  connectionLimits,
  countedResponses,
  createUnreadResponses,
  limitConnections,
  markShared,
  unreadLimits,
} from '#server/http/connections.ts';
import { startHttpServer } from '#tests/support/http-server.ts';
import { prove } from '#tests/support/promises.ts';

const cleanUps: (() => Promise<unknown> | unknown)[] = [];
/** Bytes used outside the JavaScript heap (where bodies are), after garbage collection. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { arrayBuffers, external } = process.memoryUsage();
  return arrayBuffers + external;
}

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

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

const openAt = (server: Server) =>
  new Promise<number>((done) => server.getConnections((_error, count) => done(count)));

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
    await expect.poll(() => openAt(server)).toBeLessThanOrEqual(100);
    expect(await statusFrom(port, '127.0.0.2')).toBe(200);
    expect(await statusFrom(port, '127.0.0.1')).toBe(200);
  });

  it('from many addresses has its idle ones closed for the next', async () => {
    const { server, port } = await startLimited({ total: 200, crowded: 150, perNetwork: 100 });
    for (let count = 0; count < 1_000; count += 1) await open(port, `127.0.1.${count % 250}`);
    expect(await statusFrom(port, '127.0.0.2')).toBe(200);
    await expect.poll(() => openAt(server)).toBeLessThanOrEqual(151);
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
    await expect
      .poll(() => bytesInUse() - before, { timeout: 15_000, interval: 500 })
      .toBeLessThan(30_000_000);
  });

  it('of the script of GraphiQL holds nothing but its connections: all share the file', async () => {
    const server = await startHttpServer();
    cleanUps.push(() => server.stop());
    const path = '/graphiql/graphiql.js';
    const headers = { 'accept-encoding': 'gzip' };
    expect((await server.ask({ path, headers })).text.length).toBeGreaterThan(1_000_000);
    const get = `GET ${path} HTTP/1.1\r\nHost: localhost:3000\r\nX-Forwarded-For: 192.0.2.9\r\nAccept-Encoding: gzip\r\n\r\n`;
    const before = bytesInUse();
    for (let count = 0; count < 100; count += 1) await open(server.port, '127.0.0.1', get);
    await sleep(1_000);
    expect(bytesInUse() - before).toBeLessThan(20_000_000);
    expect((await server.ask({ path: '/login' })).status).toBe(200);
  });

  async function startCounting(
    answer: (response: ServerResponse) => void,
    limits: Partial<typeof unreadLimits> = {},
  ) {
    const unread = createUnreadResponses({ ...unreadLimits, perNetwork: 1e9, ...limits });
    const Counted = countedResponses(unread, () => '192.0.2.1');
    const server = createServer({ ServerResponse: Counted }, (_request, response) =>
      answer(response),
    );
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    cleanUps.push(() => server.close());
    return { server, unread, port: (server.address() as AddressInfo).port };
  }

  const bytes = Buffer.alloc(5_000_000);
  const file = markShared(Buffer.alloc(5_000_000));
  const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it.each<[string, (response: ServerResponse) => void, number]>([
    ['at once', (response) => response.end(bytes), 2_000_000],
    [
      'in pieces',
      (response) => [0, 1].map(() => response.write(bytes)) && response.end(),
      2_000_000,
    ],
    ['without an end', (response) => response.write(bytes), 2_000_000],
    ['as a stream', (response) => Readable.from([bytes, bytes]).pipe(response), 2_000_000],
    ['as a file that is in memory anyway', (response) => response.end(file), 10_000],
  ])('is counted until it has left, whatever is sent %s', async (_how, answer, least) => {
    const { unread, port } = await startCounting(answer);
    const client = await open(port, '127.0.0.1', get.repeat(3));
    await expect.poll(() => unread.total).toBeGreaterThan(least);
    if (least < 1e6) expect(unread.total).toBeLessThan(1e6);
    client.destroy();
    await expect.poll(() => unread.total).toBe(0);
  });

  it('is disconnected when it makes no progress', async ({ task }) => {
    prove(task, 'production', 'closes a connection that reads nothing for 15 seconds.');
    const { server, unread, port } = await startCounting((response) => response.end(bytes), {
      stalled: 3_000,
    });
    expect(await statusFrom(port, '127.0.0.2')).toBe(200);
    await open(port, '127.0.0.1', get.repeat(10));
    await expect.poll(() => unread.total).toBeGreaterThan(0);
    await expect.poll(() => openAt(server)).toBe(0);
    // Connections are counted as closed slightly before their responses.
    await expect.poll(() => unread.total).toBe(0);
  });
});

describe('a client that asks on before it is answered', () => {
  const get = 'GET /healthz HTTP/1.1\r\nHost: localhost:3000\r\n\r\n';

  async function heard(port: number, text: string, wait: number) {
    const socket = connect({ port, host: '127.0.0.1' });
    cleanUps.push(() => socket.destroy());
    let said = '';
    socket.on('data', (chunk) => (said += chunk));
    socket.on('error', () => {});
    const closed = new Promise<boolean>((done) => socket.once('close', () => done(true)));
    socket.write(text);
    const isClosed = await Promise.race([closed, sleep(wait, false)]);
    return {
      statuses: [...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status),
      isClosed,
    };
  }

  it('is answered a few times in turn, and closed instead of a thousand', async () => {
    const server = await startHttpServer();
    cleanUps.push(() => server.stop());
    const few = await heard(server.port, get.repeat(connectionLimits.unanswered), 3_000);
    expect(few.statuses).toEqual(Array(connectionLimits.unanswered).fill('200'));
    expect(few.isClosed).toBe(false);
    const before = server.lines.length;
    const many = await heard(server.port, get.repeat(1_000), 20_000);
    expect(many.isClosed).toBe(true);
    expect(server.lines.length - before).toBeLessThanOrEqual(connectionLimits.unanswered);
    expect(await statusFrom(server.port, '127.0.0.1')).toBe(421);
  });
});
