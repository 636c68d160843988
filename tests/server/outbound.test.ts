import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { runInRequest } from '#server/log/request-context.ts';
import { createOutbound, OutboundUnavailable } from '#server/outbound.ts';
import { unique } from '#tests/support/factories.ts';
import {
  type HttpServer,
  type Reply,
  runInParallel,
  startHttpServer,
} from '#tests/support/http-server.ts';

const ownQuery = { query: '{ viewer { user { id } } }' };
const cleanUps: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

type Other = { url: string; requests: number; open: Set<Socket>; server: Server };

async function startOther(milliseconds?: number, answer: object = {}): Promise<Other> {
  const open = new Set<Socket>();
  const other: Other = { url: '', requests: 0, open, server: createServer() };
  other.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  other.server.on('request', (_request, response) => {
    other.requests += 1;
    if (milliseconds === undefined) return;
    setTimeout(() => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer));
    }, milliseconds);
  });
  await new Promise<void>((done) => other.server.listen(0, '127.0.0.1', done));
  other.url = `http://127.0.0.1:${(other.server.address() as AddressInfo).port}`;
  cleanUps.push(() => {
    other.server.closeAllConnections();
    other.server.close();
  });
  return other;
}

async function start(env: Record<string, string>): Promise<HttpServer> {
  const server = await startHttpServer(env);
  cleanUps.push(() => server.stop());
  return server;
}

const withProvider = (url: string) => ({
  OIDC_NAME: 'Example',
  OIDC_ISSUER: url,
  OIDC_CLIENT_ID: 'atrium',
  OIDC_CLIENT_SECRET: 'secret',
});
const withCaptcha = (url: string) => ({
  CAPTCHA_PROVIDER: 'cloudflare-turnstile',
  CAPTCHA_SITE_KEY: 'site-key',
  CAPTCHA_SECRET: 'captcha-secret',
  CAPTCHA_VERIFY_URL: url,
});

async function twelveDuring(server: HttpServer, attack: () => Promise<Reply>): Promise<number[]> {
  const email = `${unique('user')}@example.com`;
  const cookie = await server.sessionOf(email);
  const lanes = runInParallel(24, attack);
  cleanUps.push(() => lanes.stop());
  await sleep(500);
  const statuses: number[] = [];
  for (let turn = 0; turn < 12; turn += 1) {
    statuses.push((await server.ask({ body: ownQuery, cookie })).status);
    await sleep(100);
  }
  return statuses;
}

const twelve = Array.from({ length: 12 }, () => 200);
it('is requested by nobody else while a request is served', async () => {
  const other = await startOther(0);
  createOutbound(pino({ enabled: false }));
  await expect(runInRequest('request', () => fetch(other.url))).rejects.toThrow(
    OutboundUnavailable,
  );
  expect(other.requests).toBe(0);
  expect((await fetch(other.url)).status).toBe(200);
});

const askProvider = (server: HttpServer) =>
  server.ask({ path: '/api/auth/sign-in/social', body: { provider: 'oidc' } });

describe('an identity provider that accepts and says nothing', () => {
  it('does not delay signed-in users', async () => {
    const server = await start(withProvider((await startOther()).url));
    expect(await twelveDuring(server, () => askProvider(server))).toEqual(twelve);
  });

  it('is skipped after some failures and tried again later', async () => {
    const provider = await startOther();
    const server = await start(withProvider(provider.url));
    const first = await Promise.all(Array.from({ length: 8 }, () => askProvider(server)));
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 503));
    const asked = provider.requests;
    const next = await askProvider(server);
    expect([next.status, JSON.parse(next.text).code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(provider.requests).toBe(asked);
    // The client closes its connection after giving up.
    await expect.poll(() => provider.open.size, { timeout: 30_000 }).toBe(0);
    await sleep(10_500);
    void askProvider(server).catch(() => {});
    await sleep(1_000);
    expect(provider.requests).toBeGreaterThan(asked);
  });
});

describe('a captcha service that takes six seconds', () => {
  it('does not delay signed-in users', async () => {
    const captcha = await startOther(6_000, { success: false });
    const server = await start(withCaptcha(captcha.url));
    const ask = () =>
      server.ask({
        path: '/api/auth/email-otp/send-verification-otp',
        body: { email: `${unique('person')}@example.com`, type: 'sign-in' },
        headers: { 'x-captcha-response': 'made up' },
      });
    expect(await twelveDuring(server, ask)).toEqual(twelve);
    expect(captcha.requests).toBeGreaterThan(0);
  });
});
