/**
 * The product on a port of its own, with its own database. `as('admin')` signs in with a code like any user, `send()`
 * calls the API.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Admission } from '@atrium/fair-admission';
import { createApp, loadAccelerators } from '#server/app.ts';
import { createDatabase, type Database } from '#server/database/client.ts';
import { newId } from '#server/database/ids.ts';
import { unlistedCode } from '#server/graphql/building/mutation.ts';
import { requestBounds } from '#server/graphql/limits/limits.ts';
import { createLog } from '#server/log/log.ts';
import { createOutbox } from '#server/mail/outbox.ts';
import { readSettings } from '#server/settings.ts';
import { limits } from '#shared/limits.ts';
import type { Role } from '#shared/permissions.ts';
import { freshDatabase } from './database.ts';
import { serveOnLoopback } from './loopback.ts';
import { testSecret } from './product.ts';

const origin = 'http://localhost:3000';

const isBusy = ({ status }: Response) => status === 429 || status === 503;

// The bound of the product is too low for a busy machine. Tests of the limit set their own.
requestBounds.milliseconds = 60_000;

export type Json = ReturnType<typeof JSON.parse>;

export type GraphqlReply<Data> = {
  status: number;
  data: Data;
  errors: {
    message: string;
    extensions: { code: string; requestId: string; requiredPermission?: string };
  }[];
  headers: Headers;
  statements: number;
};

export type TestUser = {
  id: string;
  email: string;
  cookie: string;
  send<Data = Json>(document: string, variables?: object): Promise<GraphqlReply<Data>>;
};

export type Browser = {
  cookie(): string;
  open(path: string): Promise<Response>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  submit(
    path: string,
    fields: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Response>;
  requestCode(email: string): Promise<Response>;
  enterCode(email: string, otp: string): Promise<Response>;
};

export type TestServer = Awaited<ReturnType<typeof startServer>>;

export type ServerOptions = {
  admission?: Admission;
  trustedDocumentsFolder?: string;
  /** Limit in ms for a statement. The product's is 2 s, which a busy machine exceeds. */
  timeout?: number;
  /** Errors in the log that the tests cause. Others fail them. */
  expectedErrors?: RegExp;
};

export async function startServer(
  env: Record<string, string> = {},
  url = '',
  {
    timeout = 30_000,
    expectedErrors = /violates check constraint|session_of_person/,
    ...options
  }: ServerOptions = {},
) {
  const storage = url ? { url, drop: async () => {} } : await freshDatabase();
  const settings = readSettings({ ACCELERATE: process.env.ACCELERATE, ...env });
  const secret = settings.authSecret ?? testSecret;
  const lines: Record<string, unknown>[] = [];
  const log = createLog('info', {
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  });
  const database = createDatabase(storage.url, { timeout });
  const app = createApp({
    settings,
    database,
    listenUrl: storage.url,
    secret,
    log,
    accelerators: await loadAccelerators(settings),
    ...options,
  });

  const port = await serveOnLoopback(app.listener);

  async function request(path: string, init: RequestInit = {}, address = ''): Promise<Response> {
    return port.send(`${origin}${path}`, init, address);
  }

  async function post(path: string, body: unknown, cookie?: string): Promise<Response> {
    return request(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, ...(cookie ? { cookie } : {}) },
      body: JSON.stringify(body),
    });
  }

  async function send<Data>(
    headers: Record<string, string>,
    query: string,
    variables: object = {},
    address = '',
  ): Promise<GraphqlReply<Data>> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    };
    const response = await request('/api/graphql', init, address);
    const { data, errors = [] } = await response.json();
    const requestId = response.headers.get('x-request-id');
    const line = lines.findLast((entry) => entry.requestId === requestId && 'sql' in entry);
    return {
      status: response.status,
      data: data ?? null,
      errors,
      headers: response.headers,
      statements: Number(line?.sql),
    };
  }

  function sendAs(cookie?: string): TestUser['send'] {
    return (...args) => send({ origin, ...(cookie ? { cookie } : {}) }, ...args);
  }

  function sendWith(headers: Record<string, string>, address = ''): TestUser['send'] {
    return (document, variables = {}) => send(headers, document, variables, address);
  }

  async function mailsTo(to: string) {
    const mails = await database.mail.findMany({ where: { to }, orderBy: { createdAt: 'asc' } });
    const { read } = createOutbox(database, [secret]);
    return Promise.all(mails.map(({ payload }) => read(payload ?? '')));
  }

  async function mailTo(email: string) {
    const mail = await database.mail.findFirstOrThrow({
      where: { to: email },
      orderBy: { createdAt: 'desc' },
    });
    return createOutbox(database, [secret]).read(mail.payload ?? '');
  }

  async function codeFor(email: string): Promise<string> {
    if (settings.demo) return '000000';
    return (await mailTo(email)).code ?? '';
  }

  async function ageRateLimits(seconds: number): Promise<void> {
    await database.$executeRaw`
      UPDATE "rate_limit" SET "times" = ARRAY(
        SELECT "time" - make_interval(secs => ${seconds})
        FROM unnest("times") WITH ORDINALITY AS "each"("time", "place") ORDER BY "place")`;
  }

  function browser(address?: string): Browser {
    const jar = new Map<string, string>();
    const cookie = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    async function fetchWithCookies(path: string, init: RequestInit): Promise<Response> {
      const response = await request(path, init, address);
      for (const [name = '', value = ''] of response.headers
        .getSetCookie()
        .map((line) => (line.split(';', 1)[0] ?? '').split(/=(.*)/s))) {
        if (value) jar.set(name, value);
        else jar.delete(name);
      }
      return response;
    }
    return {
      cookie,
      open: (path) => fetchWithCookies(path, { headers: { cookie: cookie() } }),
      post(path, body, headers = {}) {
        const all = { 'content-type': 'application/json', origin, cookie: cookie(), ...headers };
        return fetchWithCookies(path, { method: 'POST', headers: all, body: JSON.stringify(body) });
      },
      submit(path, fields, headers = {}) {
        const type = 'application/x-www-form-urlencoded';
        const all = { 'content-type': type, origin, cookie: cookie(), ...headers };
        const body = new URLSearchParams(fields).toString();
        return fetchWithCookies(path, { method: 'POST', headers: all, body });
      },
      requestCode(email) {
        return this.post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
      },
      enterCode(email, otp) {
        return this.post('/api/auth/sign-in/email-otp', { email, otp });
      },
    };
  }

  async function signIn(email: string, visitor = browser()): Promise<string> {
    let requested = await visitor.requestCode(email);
    // Signed in recently: age the rate limits instead of waiting. A busy machine answers late, or its queue of mails is full.
    for (let tries = 0; isBusy(requested) && tries < 100; tries += 1) {
      if (tries > 0) await pause(100);
      await ageRateLimits(limits.codeResendSeconds);
      requested = await visitor.requestCode(email);
    }
    if (!requested.ok) throw new Error(`No code: ${await requested.text()}`);
    const response = await visitor.enterCode(email, await codeFor(email));
    if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`);
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  async function as(role: Role | 'anonymous'): Promise<TestUser> {
    if (role === 'anonymous') return { id: '', email: '', cookie: '', send: sendAs() };
    const email = `${role}-${randomBytes(4).toString('hex')}@example.com`;
    const { id } = await database.user.create({
      data: { id: newId('User'), email, name: `Some ${role}`, role, onboardedAt: new Date() },
    });
    const cookie = await signIn(email);
    return { id, email, cookie, send: sendAs(cookie) };
  }

  async function impersonate(person?: TestUser): Promise<TestUser & { manager: TestUser }> {
    const manager = await as('admin');
    const user = person ?? (await as('user'));
    const body = { userId: user.id };
    const start = await post('/api/auth/admin/impersonate-user', body, manager.cookie);
    const cookies = start.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '');
    const cookie = cookies.filter((pair) => !pair.endsWith('=')).join('; ');
    return { ...user, cookie, manager, send: sendAs(cookie) };
  }

  return {
    app,
    settings,
    log,
    url: storage.url,
    database: database as Database,
    lines,
    secret,
    origin,
    request,
    post,
    mailTo,
    mailsTo,
    codeFor,
    browser,
    ageRateLimits,
    signIn,
    sendAs,
    sendWith,
    as,
    impersonate,
    async stop() {
      await port.stop();
      app.stopChanges();
      await app.worker.stop();
      await database.$disconnect();
      await storage.drop();
      const isUnexpected = (line: Record<string, unknown>) =>
        line.msg === unlistedCode ||
        (/^(error|fatal)$/.test(String(line.level)) && !expectedErrors.test(JSON.stringify(line)));
      const errors = lines.filter(isUnexpected);
      if (errors.length) throw new Error(`Errors in the log: ${JSON.stringify(errors)}`);
    },
  };
}
