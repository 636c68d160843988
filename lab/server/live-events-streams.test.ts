import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createAdmission } from '@atrium/fair-admission';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admissionLimits } from '#server/http/admission.ts';
import { listen, type Port } from '#server/http/listen.ts';
import { freePort } from '#tests/support/product.ts';
import { startServer, type TestServer, type TestUser } from '#tests/support/server.ts';

const most = 3;
const port = await freePort();
let server: TestServer;
let user: TestUser;
let open: Port;
beforeAll(async () => {
  const admission = createAdmission({ ...admissionLimits, streamsPerNetwork: most });
  server = await startServer({}, '', { admission });
  user = await server.as('user');
  open = await listen(server.app.listener, { host: '127.0.0.1', port });
});
afterAll(async () => {
  await open.close();
  await server.stop();
});

const subscription = 'subscription { events { __typename } }';

async function openStream(accept: string | null, method: 'GET' | 'POST', query = subscription) {
  const socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  const body = method === 'POST' ? JSON.stringify({ query }) : '';
  const path = method === 'POST' ? '' : `?query=${encodeURIComponent(query)}`;
  socket.write(
    [
      `${method} /api/graphql${path} HTTP/1.1`,
      'Host: localhost:3000',
      `Cookie: ${user.cookie}`,
      ...(accept === null ? [] : [`Accept: ${accept}`]),
      ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
      '',
      body,
    ].join('\r\n'),
  );
  const [chunk] = await once(socket, 'data');
  return { status: Number(String(chunk).split(' ')[1]), head: String(chunk), socket };
}

/** The places of closed streams are free after a moment. */
async function openFreeStream(accept: string | null, method: 'GET' | 'POST') {
  for (let tries = 0; tries < 100; tries += 1) {
    const stream = await openStream(accept, method);
    if (stream.status === 200) return stream;
    expect(stream.status).toBe(429);
    stream.socket.destroy();
    await pause(100);
  }
  throw new Error('No place became free.');
}

describe('a client that asks for more streams than it may hold', () => {
  it.each([
    ['text/event-stream', 'POST'],
    ['text/event-stream', 'GET'],
    ['TEXT/EVENT-STREAM', 'POST'],
    ['application/json;q=0.5, Text/Event-Stream;q=0.9', 'GET'],
    ['text/*', 'POST'],
    ['*/*', 'POST'],
    ['*/*', 'GET'],
    [null, 'POST'],
  ] as const)(
    'is refused the fourth, with Accept: %s by %s, and may again when one closes',
    async (accept, method) => {
      const streams = [];
      for (let i = 0; i < most; i += 1) streams.push(await openFreeStream(accept, method));
      const refused = await openStream(accept, method);
      expect(refused.status).toBe(429);
      expect(refused.head).toMatch(/^ratelimit-policy: "streams";q=\d+\r$/im);
      expect(refused.head).toMatch(/^ratelimit: "streams";r=0;t=\d+\r$/im);
      refused.socket.destroy();
      streams.pop()?.socket.destroy();
      const again = await openFreeStream(accept, method);
      for (const { socket } of [again, ...streams]) socket.destroy();
    },
  );

  it('is not counted for queries that are answered as a stream', async () => {
    for (let i = 0; i <= most; i += 1) {
      const query = await openStream('text/event-stream', 'GET', '{ setup { appName } }');
      expect(query.status).toBe(200);
    }
  });
});
