import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { runInRequest } from '#server/log/request-context.ts';
import { createOutbound, OutboundUnavailable } from '#server/outbound.ts';
import { connectionsDuring } from '#tests/support/connections.ts';
import { unique } from '#tests/support/factories.ts';
import {
  type HttpServer,
  type Reply,
  runInParallel,
  startHttpServer,
} from '#tests/support/http-server.ts';
import { startServer } from '#tests/support/server.ts';

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

const withOidc = (url: string) => ({
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

describe('a host that no setting names', () => {
  it.each(['http://localhost', 'http://127.0.0.2', 'http://[::1]', 'http://[::ffff:127.0.0.1]'])(
    'is not asked at a private address, though the discovery document names it: %s',
    async (host) => {
      const other = await startOther(0, { access_token: 'x' });
      const { port } = new URL(other.url);
      const document: Record<string, unknown> = {};
      const provider = await startOther(0, document);
      Object.assign(document, {
        issuer: provider.url,
        authorization_endpoint: `${provider.url}/authorize`,
        token_endpoint: `${host}:${port}/token`,
        jwks_uri: `${provider.url}/keys`,
        id_token_signing_alg_values_supported: ['RS256'],
      });
      const server = await startServer(withOidc(provider.url));
      cleanUps.push(() => server.stop());
      const browser = server.browser();
      const asked = await browser.post('/api/auth/sign-in/social', { provider: 'oidc' });
      const state = new URL((await asked.json()).url).searchParams.get('state');
      const connections = await connectionsDuring(async () => {
        const back = await browser.open(`/api/auth/callback/oidc?code=x&state=${state}`);
        expect(back.headers.get('location')).toContain('error=service_unavailable');
      });
      expect(connections).toEqual([]);
    },
  );

  it('is not asked inside of a call either', async () => {
    const [named, other] = [await startOther(0), await startOther(0)];
    const outbound = createOutbound(pino({ enabled: false }));
    outbound.allowNamed([named.url]);
    expect((await outbound('named', () => fetch(named.url))).status).toBe(200);
    const elsewhere = other.url.replace('127.0.0.1', 'localhost');
    await expect(outbound('other', () => fetch(elsewhere))).rejects.toThrow(OutboundUnavailable);
    outbound.allow([elsewhere]);
    await expect(outbound('other', () => fetch(elsewhere))).rejects.toThrow(OutboundUnavailable);
    expect(other.requests).toBe(0);
  });
});

describe('an identity provider that accepts and says nothing', () => {
  it('does not delay signed-in users', async () => {
    const provider = await startOther();
    const server = await start(withOidc(provider.url));
    expect(await twelveDuring(server, () => askProvider(server))).toEqual(twelve);
    expect(provider.open.size).toBeLessThanOrEqual(20);
  });

  it('is skipped after some failures and tried again later', async () => {
    const provider = await startOther();
    const server = await start(withOidc(provider.url));
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

it('a captcha service that takes six seconds does not delay signed-in users', async () => {
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
