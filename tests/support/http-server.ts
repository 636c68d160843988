import { createHmac } from 'node:crypto';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from '@atrium/fair-admission';
import { newId } from '#server/database/ids.ts';
import { admissionLimits } from '#server/http/admission.ts';
import { serveApp } from '#server/http/listen.ts';
import { startServer } from '#tests/support/server.ts';

export type Reply = { status: number; ms: number; text: string };

type Question = {
  path?: string;
  body?: object;
  cookie?: string;
  address?: string;
  headers?: Record<string, string>;
};

/** As in the product: the scenarios wait for it. */
const statementTimeout = 2_000;

/** Starts the product with the test as its trusted proxy: `address` is the client's. */
export async function startHttpServer(env: Record<string, string> = {}, databaseUrl = '') {
  const admission = createAdmission(admissionLimits);
  const proxies = { TRUSTED_PROXIES: '127.0.0.0/8,::1', SMTP_URL: 'smtp://127.0.0.1:1' };
  const server = await startServer({ ...proxies, ...env }, databaseUrl, {
    admission,
    timeout: statementTimeout,
  });
  const { app, settings } = server;
  const port = await serveApp({ app, settings: { ...settings, port: 0 } });
  const agent = new Agent({ keepAlive: true });
  const url = `http://127.0.0.1:${port.number}`;

  function send({ path = '/api/graphql', body, ...from }: Question): Promise<Reply> {
    const begin = performance.now();
    const sent = body && JSON.stringify(body);
    const headers = {
      // The port differs from BASE_URL's.
      host: new URL(server.origin).host,
      'x-forwarded-for': from.address ?? '192.0.2.1',
      ...(from.cookie ? { cookie: from.cookie } : {}),
      ...(sent ? { 'content-type': 'application/json' } : {}),
      ...from.headers,
    };
    return new Promise((done, failed) => {
      const asking = request(url + path, { agent, headers, method: sent ? 'POST' : 'GET' });
      asking.on('error', failed);
      asking.on('response', (response) => {
        const status = response.statusCode ?? 0;
        text(response).then((said) => {
          done({ status, ms: performance.now() - begin, text: said });
        }, failed);
      });
      asking.end(sent);
    });
  }

  async function sessionOf(email: string): Promise<string> {
    const { internalAdapter, authCookies, secret } = await app.auth.$context;
    const { id } = await server.database.user.create({ data: { id: newId('User'), email } });
    const { token } = await internalAdapter.createSession(id);
    const signature = createHmac('sha256', secret).update(token).digest('base64');
    return `${authCookies.sessionToken.name}=${encodeURIComponent(`${token}.${signature}`)}`;
  }

  return {
    ...server,
    sessionOf,
    port: port.number,
    databaseUrl: server.url,
    url,
    ask: send,
    async stop() {
      agent.destroy();
      await port.close();
      await server.stop();
    },
  };
}

export type HttpServer = Awaited<ReturnType<typeof startHttpServer>>;

export function runInParallel(lanes: number, work: () => Promise<Reply>) {
  let isOver = false;
  const all = Array.from({ length: lanes }, async () => {
    while (!isOver) {
      const reply = await work().catch(() => undefined);
      if (reply?.status !== 200) await sleep(20);
    }
  });
  return {
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}
