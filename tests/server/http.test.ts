import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { languages } from '#shared/languages.ts';
import { mirrored } from '#tests/support/other-languages.ts';
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

  it('takes an empty operationName as none', async () => {
    const { query: text } = JSON.parse(query);
    const posted = await ask({
      headers: json,
      body: JSON.stringify({ query: text, operationName: '' }),
    });
    const got = await server.request(
      `/api/graphql?${new URLSearchParams({ query: text, operationName: '' })}`,
      { headers: { accept: 'application/json' } },
    );
    for (const response of [posted, got]) {
      expect(await response.json()).toEqual({ data: { setup: { appName: 'Atrium' } } });
    }
  });

  it.each(['variables', 'extensions'])('refuses %s that are not JSON', async (name) => {
    const search = new URLSearchParams({ query: '{ setup { appName } }', [name]: '{' });
    const response = await server.request(`/api/graphql?${search}`);
    expect(response.status).toBe(400);
    const { errors } = await response.json();
    expect(errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  it.each([
    'TEXT/PLAIN',
    'application/jsonp',
    'x-application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    '',
  ])('refuses a body of type %j with 415', async (type) => {
    const response = await ask({ headers: type ? { 'content-type': type } : {}, body: query });
    expect(response.status).toBe(415);
  });

  it('takes media types in any case, also of a document that it knows already', async () => {
    const document = JSON.stringify({ query: '{ setup { appName } viewer { user { email } } }' });
    const type = { 'content-type': 'APPLICATION/JSON; Charset=UTF-8' };
    for (const headers of [type, json, type]) {
      expect((await ask({ headers, body: document })).status).toBe(200);
    }
  });

  it.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${server.origin}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
  ])('refuses what a page of another site sends: %o', async (headers) => {
    const response = await ask({
      headers: { ...json, ...headers, cookie: user.cookie },
      body: query,
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  it.each([
    '{',
    '{"query":"{ nope }"}',
    '{"query":"{"}',
    '{"query":5}',
    '[]',
    '[{"query":"{ setup { appName } }"},{"query":"{ setup { appName } }"}]',
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
      expect(response.headers.get('cache-control')).toBe('no-store');
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
    expect(html).toContain('<script src="/graphiql/graphiql.js">');
    expect(html).not.toMatch(/https?:\/\/(?!www\.w3\.org)/);
    const script = await server.request('/graphiql/graphiql.js');
    expect(script.headers.get('content-type')).toMatch(/^text\/javascript/);
  });

  it('serves GraphiQL for a link to a query, which only a program executes', async () => {
    const link = '/api/graphql?query=%7Bsetup%7BappName%7D%7D';
    const page = await server.request(link, {
      headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': mirrored },
    });
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const { direction } = languages[mirrored];
    const html = await page.text();
    expect(html).toContain(`<html lang="${mirrored}">`);
    expect(html).toContain(`<header dir="${direction}">`);
    const answer = await server.request(link, { headers: { accept: '*/*' } });
    expect(await answer.json()).toEqual({ data: { setup: { appName: 'Atrium' } } });
  });

  it.each(['', '/errors'])('serves the guide of the API: %j', async (name) => {
    const page = await server.request(`/api/graphql/guide${name}`);
    const html = await page.text();
    const [, title = ''] = /<h1 id=.*?>(.*?)<\/h1>/.exec(html) ?? [];
    expect(html).toContain(`<title>${title} · `);
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

  it.each(['/api/graphql/schema.graphql', '/api/graphql/guide', '/graphiql/graphiql.js'])(
    'sends what never changes only once to a client that keeps it: %s',
    async (path) => {
      const first = await server.request(path);
      const etag = first.headers.get('etag') ?? '';
      const headers = { 'if-none-match': etag };
      const again = await server.request(path, { headers });
      expect([etag.length > 10, again.status, await again.text()]).toEqual([true, 304, '']);
    },
  );
});

describe('every answer', () => {
  it.each([
    '/',
    '/login',
    '/manager/users',
    '/nothing.png',
    '/assets/nothing.js',
    '/api/graphql',
    '/api/graphql/schema.graphql',
    '/api/nothing',
    '/api/auth/nothing',
    '/api/auth/get-session',
    '/healthz',
    '/readyz',
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
    // The schema is public and the same for everyone.
    if (path.startsWith('/api/') && !path.endsWith('.graphql')) {
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it.each(['//evil.example', '/%5cevil.example', '/%2f%2fevil.example', '/%09/evil.example'])(
    'leads to no other site: %s',
    async (path) => {
      const response = await server.request(path, { redirect: 'manual' });
      expect([response.status < 500, response.headers.get('location')]).toEqual([true, null]);
    },
  );

  it.each<[string, string | null]>([
    ['/api/graphql', '{"query":"subscription { events { __typename } }"}'],
    ['/api/export/repositories.csv', null],
  ])('asks proxies not to buffer the stream %s', async (path, body) => {
    const { cookie } = await server.as('admin');
    const response = await server.request(path, {
      method: body ? 'POST' : 'GET',
      headers: { ...json, cookie, accept: 'text/event-stream' },
      body,
    });
    expect([response.status, response.headers.get('x-accel-buffering')]).toEqual([200, 'no']);
    await response.body?.cancel();
  });

  it('lets proxies buffer it where it is no stream', async () => {
    const { headers } = await ask({ headers: { ...json, accept: '*/*' }, body: query });
    expect(headers.get('x-accel-buffering')).toBeNull();
  });

  it.each([
    ['/favicon.ico', /^image\//],
    ['/robots.txt', /^text\/plain/],
  ])('is a file where browsers and crawlers look for one: %s', async (path, type) => {
    const response = await server.request(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(type);
  });

  it.each([
    'accept',
    'accept-language',
    'accept-encoding',
    'access-control-request-headers',
    'cookie',
    'if-none-match',
    'origin',
    'range',
    'te',
    'via',
    'forwarded',
    'x-forwarded-host',
  ])('is no longer for a header of 14 kB than for none: %s', async (name) => {
    const post = { method: 'POST', body: query, headers: json };
    for (const [path, init] of [
      ['/', {}],
      ['/login', {}],
      ['/api/graphql', post],
      ['/api/graphql', { method: 'OPTIONS', headers: { origin: 'https://example.org' } }],
      ['/api/graphql/guide', {}],
      ['/api/auth/get-session', {}],
      ['/api/nothing', {}],
    ] as [string, RequestInit][]) {
      for (const value of [','.repeat(14_000), 'a,'.repeat(7_000), 'x'.repeat(14_000)]) {
        const headers = { ...(init.headers as object), [name]: value };
        const response = await server.request(path, { ...init, headers });
        const sent = [...response.headers].join().length;
        expect([path, response.status < 500, sent < 4_000]).toEqual([path, true, true]);
      }
    }
  });

  it.each([
    ['of 1,025 bytes', `text/html, ${'a'.repeat(1_014)}`],
    ['of 21 entries', Array(21).fill('text/html').join()],
  ])('to an Accept header %s is a short refusal', async (_what, accept) => {
    const response = await ask({ headers: { ...json, accept }, body: query });
    expect(response.status).toBe(431);
    expect((await response.text()).length).toBeLessThan(200);
  });

  it.each(['/app/repositories/a%2Fb', '/manager/users/a%5Cb'])(
    'is a page of the product for an ID that nothing has: %s',
    async (path) => {
      const page = await server.request(path);
      const known = await server.request('/app/repositories/ab');
      expect([page.status, page.headers.get('content-type')]).toEqual([
        known.status,
        known.headers.get('content-type'),
      ]);
      expect(await page.text()).toMatch(/<html/);
    },
  );

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

  it('is a short line of its own in the log, whatever the request names', async () => {
    const before = server.lines.length;
    const line = '\n{"level":"fatal"}';
    const long = `Q${'x'.repeat(40_000)}`;
    const headers = { ...json, 'user-agent': 'z'.repeat(8_000) };
    const bodies = [
      { query: `query ${long} { setup { appName } }`, operationName: long },
      { query: `query ${long} { nothing }`, operationName: long },
      { query: 'query A { setup { appName } }', operationName: long },
      { query: 'query A { setup { appName } }', operationName: `A${line}` },
    ];
    for (const body of bodies) await ask({ headers, body: JSON.stringify(body) });
    await server.request(`/api/auth/${encodeURIComponent(line)}${'y'.repeat(8_000)}`, { headers });
    const written = server.lines.slice(before);
    expect(written.length).toBeGreaterThanOrEqual(5);
    for (const each of written) {
      expect(each.level).not.toBe('fatal');
      expect(JSON.stringify(each).length).toBeLessThan(4_000);
    }
  });
});
