import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile();
const user = await server.as('user');

const json = { 'content-type': 'application/json' };
const ask = (init: RequestInit) => server.request('/api/graphql', { method: 'POST', ...init });
const query = JSON.stringify({ query: '{ setup { appName } }' });

describe('GraphQL over HTTP', () => {
  it('answers clients without browser headers', async () => {
    const response = await ask({ headers: json, body: query });
    expect(await response.json()).toEqual({ data: { setup: { appName: 'Atrium' } } });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('answers queries by GET, and refuses mutations with 405', async () => {
    const get = (document: string) =>
      server.request(`/api/graphql?query=${encodeURIComponent(document)}`, {
        headers: { accept: 'application/json', cookie: user.cookie },
      });
    expect((await get('{ setup { appName } }')).status).toBe(200);
    expect(
      (await get('mutation { updateViewer(input: { name: "x" }) { errors { code } } }')).status,
    ).toBe(405);
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '',
  ])('refuses a body of type %j with 415', async (type) => {
    const response = await ask({ headers: type ? { 'content-type': type } : {}, body: query });
    expect(response.status).toBe(415);
  });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('refuses what a page of another site sends: %o', async (headers) => {
    const response = await ask({
      headers: { ...json, ...headers, cookie: user.cookie },
      body: query,
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each<Record<string, string>>([{ authorization: 'Bearer wrong' }, { 'x-api-key': 'wrong' }])(
    'answers a wrong key with 401, also beside a good cookie: %o',
    async (key) => {
      const response = await ask({
        headers: { ...json, ...key, cookie: user.cookie },
        body: query,
      });
      expect(response.status).toBe(401);
      expect((await response.json()).errors[0].extensions.code).toBe('UNAUTHENTICATED');
    },
  );

  it.each([
    '{',
    '{"query":"{ nope }"}',
    '{"query":"{"}',
    '{"query":5}',
    '[]',
    '""',
    '{"query":"{ repository(id: 5.5) { id } }"}',
  ])(
    'answers the broken request %s with a code and a request id, and nothing of the library',
    async (body) => {
      const response = await ask({ headers: json, body });
      const [error] = (await response.json()).errors;
      expect(error.extensions).toMatchObject({
        code: 'BAD_REQUEST',
        requestId: expect.any(String),
      });
      expect(JSON.stringify(error)).not.toMatch(/node_modules|at \w+ \(|position \d/);
    },
  );

  it.each([
    [
      '1,000 aliases',
      `{ ${Array.from({ length: 1_000 }, (_, i) => `a${i}: setup { appName }`).join(' ')} }`,
    ],
    [
      'lists of lists',
      '{ repositories(first: 100) { nodes { id } edges { node { id name link description } } } users(first: 100) { nodes { id name email } } }'
        .repeat(30)
        .replaceAll('}{', ' '),
    ],
    ['100 kB of brackets', '{'.repeat(90_000)],
  ])('refuses %s before any SQL', async (_what, document) => {
    const anonymous = await server.as('anonymous');
    const answer = await anonymous.send(document);
    expect(Object.values(answer.data ?? {}).filter(Boolean)).toEqual([]);
    expect(answer.errors.length).toBeGreaterThan(0);
    expect(answer.statements).toBe(0);
  });

  it('refuses bodies beyond 100 kB with 413', async () => {
    const response = await ask({
      headers: json,
      body: JSON.stringify({ query: ' '.repeat(200_000) }),
    });
    expect(response.status).toBe(413);
  });

  it('serves GraphiQL from its own origin', async () => {
    const page = await server.request('/api/graphql', { headers: { accept: 'text/html' } });
    const html = await page.text();
    expect(html).toContain('<script src="/api/graphql/graphiql.js">');
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    const script = await server.request('/api/graphql/graphiql.js');
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
  });

  it('serves GraphiQL for a link to a query, which only a program executes', async () => {
    const link = '/api/graphql?query=%7Bsetup%7BappName%7D%7D';
    const page = await server.request(link, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'ar' },
    });
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toMatch(/<html lang="ar">[\s\S]*<header dir="rtl">/);
    const answer = await server.request(link, { headers: { accept: '*/*' } });
    expect(await answer.json()).toEqual({ data: { setup: { appName: 'Atrium' } } });
  });

  it.each(['', '/errors'])('serves the guide of the API: %j', async (name) => {
    const page = await server.request(`/api/graphql/guide${name}`);
    const html = await page.text();
    expect(html).toMatch(/<h1 id=/);
    expect(html).toContain('href="/api/graphql/guide');
    expect(html).not.toMatch(/href="[^"]*\.md/);
  });

  it.each(['/constructor', '/..%2f..%2fpackage.json', '/nothing'])(
    'serves no other file as a guide: %j',
    async (name) => {
      expect((await server.request(`/api/graphql/guide${name}`)).status).toBe(404);
    },
  );

  it('serves the committed schema.graphql', async () => {
    const response = await server.request('/api/graphql/schema.graphql');
    expect(await response.text()).toBe(await readFile('schema.graphql', 'utf8'));
  });
});

describe('every answer', () => {
  it.each([
    '/',
    '/login',
    '/api/graphql',
    '/api/nothing',
    '/assets/nothing.js',
    '/healthz',
    '/api/auth/get-session',
  ])('carries the security headers: %s', async (path) => {
    const { headers } = await server.request(path);
    expect(headers.get('content-security-policy')).toMatch(
      /script-src 'self'( 'sha256-[\w+/=]{44}'){0,2};.*frame-ancestors 'none'/,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.has('x-powered-by')).toBe(false);
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/.env',
    '/.git/config',
    '/assets/../../.env',
    '/assets/x.js.map',
    '/server/main.ts',
  ])('is never a file of the server: %s', async (path) => {
    const response = await server.request(path);
    expect(await response.text()).not.toMatch(/"dependencies"|AUTH_SECRET|\[core\]|import /);
  });

  it('is one JSON line in the log without secrets', async () => {
    const before = server.lines.length;
    const response = await ask({
      headers: { ...json, cookie: user.cookie, 'user-agent': '{"level":"fatal"}' },
      body: JSON.stringify({ query: 'query Name { viewer { permissions } }' }),
    });
    expect(server.lines.slice(before)).toEqual([
      {
        level: 'info',
        time: expect.anything(),
        pid: expect.anything(),
        hostname: expect.anything(),
        requestId: response.headers.get('x-request-id'),
        method: 'POST',
        path: '/api/graphql',
        operation: 'Name',
        viewerId: user.id,
        status: 200,
        ms: expect.any(Number),
        sql: 1,
        points: expect.any(Number),
        msg: 'request',
      },
    ]);
    expect(JSON.stringify(server.lines)).not.toContain(user.cookie.split('=')[1]?.slice(0, 20));
  });
});
