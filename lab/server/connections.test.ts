import { createServer, request, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import {
  connectionLimits,
  countedResponses,
  createUnreadResponses,
  limitConnections,
  unreadLimits,
} from '#server/http/connections.ts';
import { startHttpServer } from '#tests/support/http-server.ts';

const cleanUps: (() => Promise<unknown> | unknown)[] = [];

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
  const get = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('is disconnected when it makes no progress', async () => {
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
