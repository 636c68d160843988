import { once } from 'node:events';
import { Agent, createServer, type RequestListener, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdmission, defaultLimits, rejectBusy } from '@atrium/fair-admission';
import { afterEach, describe, expect, it, vi } from 'vitest';

const limits = { ...defaultLimits, inFlight: 2, minInFlight: 2, longestWait: 100 };

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listen(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

function listenFairly(): Promise<number> {
  const admission = createAdmission(limits);
  return listen(async (incoming, outgoing) => {
    const key = String(incoming.headers['x-client']);
    const slot = await admission.acquire({ network: key, key });
    if (!slot) return rejectBusy(incoming, outgoing, { body: 'Busy.' });
    outgoing.once('close', slot.release);
    outgoing.flushHeaders();
    if (incoming.url !== '/hang') outgoing.end('Served.');
  });
}

const ask = (port: number, client: string, path = '/', signal?: AbortSignal) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { 'x-client': client },
    ...(signal && { signal }),
  });

describe('a client whose requests never end', () => {
  it('gets one slot of two, the rest of its requests are rejected, and others are served', async () => {
    const port = await listenFairly();
    const hanging = await ask(port, 'one', '/hang');
    const rejected = await ask(port, 'one');
    expect(rejected.status).toBe(503);
    expect(await rejected.text()).toBe('Busy.');
    expect(rejected.headers.get('retry-after')).toMatch(/^[123]$/);
    expect(await (await ask(port, 'another')).text()).toBe('Served.');
    // Node.js closes the connection of a response that was garbage-collected, so keep it until here.
    await hanging.body?.cancel();
  });

  it('gets its slot back when it disconnects', async () => {
    const port = await listenFairly();
    const leaving = new AbortController();
    await ask(port, 'one', '/hang', leaving.signal);
    leaving.abort();
    await vi.waitFor(async () => expect((await ask(port, 'one')).status).toBe(200), 30_000);
  });
});

describe('a rejected request', () => {
  it.each([
    ['a body that is skipped', { 'content-length': '100' }, 'keep-alive'],
    ['a body that is too long to skip', { 'content-length': '101' }, 'close'],
    ['a body of unknown length', { 'transfer-encoding': 'chunked' }, 'close'],
  ])('with %s', async (_what, headers, connection) => {
    const port = await listen((incoming, outgoing) =>
      rejectBusy(incoming, outgoing, { maxUnreadBytes: 100 }),
    );
    const agent = new Agent({ keepAlive: true });
    const sent = request({ port, host: '127.0.0.1', method: 'POST', headers, agent });
    sent.flushHeaders();
    sent.on('error', () => {});
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(503);
    expect(response.headers.connection).toBe(connection);
    agent.destroy();
  });
});
