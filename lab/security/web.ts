import { HttpClient, type Init } from '#lab/support/http-client.ts';
import { newAddress, type Scenario } from './context.ts';

const foreign: Scenario = {
  row: 9,
  title: 'requests from foreign sites',
  async run(target, check) {
    const client = await new HttpClient(target).signIn(newAddress());
    const rename = (name: string) =>
      `mutation { updateViewer(input: { name: ${JSON.stringify(name)} }) { errors { code } } }`;
    const nameOf = async () =>
      (await client.graphql('{ viewer { user { name } } }')).data?.viewer?.user?.name;
    await client.graphql(rename('Unchanged'));
    check('its own page may', (await nameOf()) === 'Unchanged', await nameOf());
    const query = JSON.stringify({ query: rename('x') });
    const paths = ['/api/graphql', '/api/auth/sign-out', '/api/auth/revoke-sessions'];
    for (const path of paths) {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: `${client.origin}.evil.example` },
      ] as Record<string, string>[]) {
        const reply = await client.post(path, query, headers);
        check(`${path} ${JSON.stringify(headers)}: 403`, reply.status === 403, reply.status);
        check('without a CORS header', !reply.headers.has('access-control-allow-origin'));
      }
      const site = await client.fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' },
        body: query,
      });
      check(`${path} cross-site: 403`, site.status === 403, site.status);
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
      ]) {
        const reply = await client.post(path, query, { 'content-type': type });
        check(`${path} ${type}: 415`, reply.status === 415, reply.status);
      }
      const bare = await client.fetch(path, {
        method: 'POST',
        headers: { origin: client.origin },
        body: new TextEncoder().encode(query),
      });
      check(`${path} without a type: 415`, bare.status === 415, bare.status);
      const preflight = await client.fetch(path, {
        method: 'OPTIONS',
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      });
      check(
        `${path}: no CORS for otherSites`,
        !preflight.headers.has('access-control-allow-origin'),
      );
    }
    const get = await client.fetch(`/api/graphql?query=${encodeURIComponent(rename('x'))}`, {
      headers: { accept: 'application/json' },
    });
    check('a mutation by GET: 405', get.status === 405, get.status);
    check('nothing has happened', (await nameOf()) === 'Unchanged', await nameOf());
  },
};

const headers: Scenario = {
  row: 10,
  title: 'security headers',
  async run(target, check) {
    const client = new HttpClient(target);
    for (const [path, init] of [
      ['/', {}],
      ['/login', {}],
      ['/manager/users', {}],
      ['/nothing.png', {}],
      ['/assets/nothing.js', {}],
      ['/api/nothing', {}],
      ['/api/auth/nothing', {}],
      ['/api/auth/get-session', {}],
      ['/api/graphql', { method: 'POST', body: '{' }],
      ['/api/graphql', { method: 'DELETE' }],
      ['/api/graphql/schema.graphql', {}],
      ['/healthz', {}],
      ['/readyz', {}],
    ] as [string, Init][]) {
      const { headers: got, status } = await client.fetch(path, init);
      const policy = got.get('content-security-policy') ?? '';
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? 'unsafe-inline';
      check(`${path}: scripts of ours only`, !/unsafe|\*|https?:/.test(scripts), scripts);
      check(`${path}: in no frame`, /frame-ancestors 'none'/.test(policy));
      check(`${path}: nosniff`, got.get('x-content-type-options') === 'nosniff');
      check(`${path}: Referrer-Policy`, got.has('referrer-policy'));
      check(`${path}: COOP`, got.get('cross-origin-opener-policy') === 'same-origin');
      check(`${path}: no X-Powered-By`, !got.has('x-powered-by') && !got.has('server'));
      check(`${path}: no 5xx`, status < 500, status);
      // The schema is public and identical for everyone.
      if (path.startsWith('/api/') && !path.endsWith('.graphql')) {
        check(
          `${path}: no-store`,
          got.get('cache-control') === 'no-store',
          got.get('cache-control'),
        );
      }
      const lifetime = Number(
        /max-age=(\d+)/.exec(got.get('strict-transport-security') ?? '')?.[1],
      );
      const isSecure = target.setup === 'production';
      check(
        `${path}: HSTS for a year`,
        isSecure ? lifetime >= 31_536_000 : Number.isNaN(lifetime),
        lifetime,
      );
    }
  },
};

export const webScenarios = [foreign, headers];
