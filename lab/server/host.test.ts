/** DNS rebinding: local mode rejects other host names that resolve to this machine. */
import { describe, expect, it } from 'vitest';
import { createUser } from '#tests/support/factories.ts';
import { productionEnv } from '#tests/support/product.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const local = await serverForFile();

const get = (server: TestServer, path: string, host: string) =>
  server.request(path, { headers: { host } });

describe('in local mode', () => {
  const paths = [
    '/',
    '/login',
    '/healthz',
    '/dev/inbox',
    '/dev/inbox.json',
    '/dev/mails',
    '/api/graphql/schema.graphql',
    '/api/auth/get-session',
  ];

  it.each(paths)('a page under another host name reads nothing: %s', async (path) => {
    const control = await get(local, path, 'localhost:3000');
    expect(control.status).not.toBe(421);
    for (const host of [
      'evil.example',
      'evil.example:3000',
      'localhost.evil.example:3000',
      '127.0.0.1.evil.example:3000',
      'localhost:3000.',
      'localhost:3001',
      '192.168.0.10:3000',
      '0.0.0.0:3000',
    ]) {
      const response = await get(local, path, host);
      expect([host, response.status]).toEqual([host, 421]);
      expect(await response.json()).toMatchObject({ code: 'BAD_REQUEST' });
      expect(response.headers.get('content-security-policy')).toBeTruthy();
    }
  });

  it('nor does it write', async () => {
    const { status } = await local.request('/api/auth/email-otp/send-verification-otp', {
      method: 'POST',
      headers: { host: 'evil.example:3000', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.org', type: 'sign-in' }),
    });
    expect(status).toBe(421);
    expect(await local.database.mail.count()).toBe(0);
  });

  it.each(['localhost:3000', 'LocalHost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'answers to its own names: %s',
    async (host) => {
      expect((await get(local, '/healthz', host)).status).toBe(200);
    },
  );

  it.each(['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip', 'cf-ray'])(
    'answers nothing that a proxy or tunnel has forwarded, also one that rewrites Host: %s',
    async (name) => {
      for (const path of [...paths, '/api/graphql', '/api/export/users.csv', '/absent']) {
        const headers = { host: '127.0.0.1:3000', [name]: '203.0.113.5' };
        const response = await local.request(path, { headers });
        expect([path, response.status]).toEqual([path, 403]);
        expect((await response.json()).message).toContain('NODE_ENV=production');
      }
      const signIn = await local.request('/api/auth/sign-in/sample', {
        method: 'POST',
        headers: {
          [name]: '203.0.113.5',
          'content-type': 'application/json',
          origin: local.origin,
        },
        body: JSON.stringify({ role: 'admin' }),
      });
      expect(signIn.status).toBe(403);
    },
  );

  it('answers to the host of BASE_URL', async () => {
    const server = await startServer({ BASE_URL: 'http://dev.example.com' }, local.url);
    expect((await get(server, '/healthz', 'dev.example.com')).status).toBe(200);
    expect((await get(server, '/healthz', 'evil.example')).status).toBe(421);
    await server.stop();
  });
});

const baseUrl = productionEnv.BASE_URL;
it('in production any Host is served', async () => {
  const server = await startServer(productionEnv, local.url);
  expect((await get(server, '/healthz', '10.0.0.7:8080')).status).toBe(200);
  await server.stop();
});

it('in production no Host gets into a link for an identity provider', async () => {
  const server = await startServer(
    { ...productionEnv, GITHUB_CLIENT_ID: 'client', GITHUB_CLIENT_SECRET: 'secret' },
    local.url,
  );
  const asked = await server.request('/api/auth/sign-in/social', {
    method: 'POST',
    headers: { host: 'evil.example', origin: baseUrl, 'content-type': 'application/json' },
    body: JSON.stringify({ provider: 'github' }),
  });
  expect(asked.status).toBe(200);
  const { url } = await asked.json();
  expect(url).toContain(encodeURIComponent(`${baseUrl}/api/auth/callback/github`));
  expect(url).not.toContain('evil');
  await server.stop();
});

it('in production no Host gets into a link of an email', async () => {
  const server = await startServer(productionEnv);
  const host = 'evil.example';
  const forged = { host, 'x-forwarded-host': host, forwarded: `host=${host}`, origin: baseUrl };
  const { email } = await createUser(server.database, { role: 'admin' });
  const invited = 'invited@example.org';
  const visitor = server.browser();
  const post = async (path: string, body: object) => {
    const answer = await visitor.post(path, body, forged);
    expect(answer.status).toBe(200);
    return answer.json();
  };
  await post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });
  await post('/api/auth/sign-in/email-otp', { email, otp: await server.codeFor(email) });
  const query = `mutation { createUser(input: { email: "${invited}", role: USER }) { errors { code } } }`;
  const { data } = await post('/api/graphql', { query });
  expect(data).toEqual({ createUser: { errors: [] } });
  for (const to of [email, invited]) {
    const mails = JSON.stringify(await server.mailsTo(to));
    const links = mails.match(/https?:\/\/[^\s"<)\\]+/g) ?? [];
    expect(links).not.toEqual([]);
    for (const link of links) expect(new URL(link).origin).toBe(baseUrl);
    expect(mails).not.toContain('evil');
  }
  await server.stop();
});
