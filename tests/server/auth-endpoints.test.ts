/** Every endpoint of better-auth is closed unless the expectations name it, whatever its plugins register. */
import { describe, expect, it } from 'vitest';
import {
  callers,
  cookiesOf,
  endpointNames,
  expectedEndpoints,
  postPaths,
} from '#tests/support/auth-endpoints.ts';
import { connectionsDuring } from '#tests/support/connections.ts';
import { unique } from '#tests/support/factories.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({
  GITHUB_CLIENT_ID: 'client',
  GITHUB_CLIENT_SECRET: 'secret',
  OIDC_NAME: 'Example',
  OIDC_ISSUER: 'http://localhost:1',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'secret',
});

type Endpoint = { path?: string; options?: { method?: string | string[] } };

function registered(): string[] {
  return Object.values(server.app.auth.api as unknown as Record<string, Endpoint>).flatMap(
    ({ path, options }) => (path ? [`${[options?.method ?? '*'].flat().join('|')} ${path}`] : []),
  );
}

const single = (endpoint: string) => {
  const [methods = '', path = ''] = endpoint.split(' ');
  return methods.split('|').map((method) => `${method} ${path}`);
};

function asRegistered(name: string): string[] {
  const { registeredAs = name } = expectedEndpoints[name] ?? {};
  return registeredAs ? [registeredAs] : [];
}
const openEndpoints = endpointNames.flatMap(asRegistered);
const closedEndpoints = registered()
  .flatMap(single)
  .filter((endpoint) => !openEndpoints.includes(endpoint));

const call = (method: string, path: string) =>
  server.request(`/api/auth${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: server.origin },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });

describe('every endpoint that better-auth and its plugins register', () => {
  it('include all that are open, and many that are not', () => {
    const all = registered().flatMap(single);
    expect(all.length).toBeGreaterThan(40);
    expect(openEndpoints.filter((endpoint) => !all.includes(endpoint))).toEqual([]);
  });

  it.each(closedEndpoints)('answers 404 unless it is expected: %s', async (endpoint) => {
    const [method = '', path = ''] = endpoint.split(' ');
    for (const spelling of [
      path,
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      `/.${path}`,
      `/x/..${path}`,
      path.replace(/(?<=.)\//, '%2f'),
      path.replace('-', '%2d'),
    ]) {
      expect([spelling, (await call(method, spelling)).status]).toEqual([spelling, 404]);
    }
  });

  it.each(endpointNames)('is open in one spelling and by one method: %s', async (endpoint) => {
    const [method = '', path = ''] = endpoint.split(' ');
    expect((await call(method, path)).status).not.toBe(404);
    for (const spelling of [
      `${path}/`,
      `/${path}`,
      path.toUpperCase(),
      path.replace(/(?<=.)\//, '%2f'),
    ]) {
      if (spelling !== path) expect((await call(method, spelling)).status).toBe(404);
    }
    for (const wrong of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      if (wrong !== method) expect((await call(wrong, path)).status).toBe(404);
    }
  });
});

/** The body with an address in each text, and in fields that the library's endpoints read addresses from. */
function withAddress(value: unknown, address: string): unknown {
  if (typeof value === 'string') return address;
  if (Array.isArray(value)) return value.map((each) => withAddress(each, address));
  if (typeof value !== 'object' || !value) return value;
  const entries = Object.entries(value).map(([key, each]) => [key, withAddress(each, address)]);
  return Object.fromEntries(entries);
}

it('no endpoint of better-auth connects to an address that a request names', async () => {
  const address = 'http://127.0.0.1:47124/';
  const named = { callbackURL: address, image: address, idToken: { token: address } };
  const names = [...new Set([...endpointNames, ...registered().flatMap(single)])].filter(
    // The configured provider is asked, by design.
    (name) => name !== 'POST /sign-in/social',
  );
  const connections = await connectionsDuring(async () => {
    for (const caller of ['anonymous', 'user', 'admin'] as const) {
      for (const name of names) {
        const [method = '', path = ''] = name.split(' ');
        const headers = {
          ...{ 'content-type': 'application/json', origin: server.origin },
          cookie: await cookiesOf(server, caller),
        };
        const sent = expectedEndpoints[name]?.body ?? {};
        for (const body of [sent, withAddress(sent, address), { ...sent, ...named }]) {
          const query = `?${new URLSearchParams({ callbackURL: address, image: address })}`;
          await server.request(`/api/auth${path}${query}`, {
            ...{ method, headers },
            ...(method !== 'GET' && { body: JSON.stringify(body) }),
          });
        }
      }
    }
  });
  expect(connections).toEqual([]);
});

describe('who may call an endpoint', () => {
  const send = (target: TestServer, name: string, cookie: string) => {
    const [method = '', path = ''] = name.split(' ');
    const body = expectedEndpoints[name]?.body;
    return target.request(`/api/auth${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: target.origin, cookie },
      ...(body && { body: JSON.stringify(body) }),
    });
  };

  it.each(endpointNames)('is decided by their session: %s', async (name) => {
    for (const caller of callers) {
      const response = await send(server, name, await cookiesOf(server, caller));
      const denial = expectedEndpoints[name]?.denied[caller];
      if (denial) {
        const { code } = await response.json();
        expect([caller, response.status, code]).toEqual([caller, ...denial]);
      } else {
        expect([401, 403], `${caller}: ${response.status}`).not.toContain(response.status);
      }
    }
  });

  it('is nobody in the demo, unless the endpoint is read-only', async () => {
    const demo = await startServer({ DEMO: 'true' });
    for (const name of endpointNames) {
      const response = await send(demo, name, '');
      const { code } = (await response.json().catch(() => null)) ?? {};
      const isAllowed = expectedEndpoints[name]?.inDemo;
      expect([name, code === 'DEMO_MODE' && response.status]).toEqual([name, !isAllowed && 403]);
    }
    await demo.stop();
  });
});

describe('an open endpoint', () => {
  const post = (path: string, headers: Record<string, string>, body = '{}') =>
    server.request(`/api/auth${path}`, { method: 'POST', headers, body });
  const json = { 'content-type': 'application/json' };

  it.each(postPaths)('is shut to pages of other sites: %s', async (path) => {
    const foreigners: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${server.origin}.evil.example` },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const foreign of foreigners) {
      const response = await post(path, { ...json, ...foreign });
      expect(response.status).toBe(403);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it.each(postPaths)('takes JSON only, named in any case: %s', async (path) => {
    const named = await post(path, {
      'content-type': 'APPLICATION/JSON; Charset=UTF-8',
      origin: server.origin,
    });
    expect(named.status).not.toBe(415);
    for (const type of [
      'TEXT/PLAIN',
      'application/jsonp',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect((await post(path, { 'content-type': type, origin: server.origin })).status).toBe(415);
    }
  });

  it.each(postPaths)('takes no field that it does not name: %s', async (path) => {
    for (const extra of [
      'role',
      'banned',
      'id',
      'emailVerified',
      'callbackURL',
      'redirectTo',
      'constructor',
      '__proto__',
    ]) {
      const body = { ...expectedEndpoints[`POST ${path}`]?.body, [extra]: 'x' };
      const refused = await post(path, { ...json, origin: server.origin }, JSON.stringify(body));
      expect([refused.status, (await refused.json()).code]).toEqual([400, 'BAD_REQUEST']);
    }
  });
});

describe('cookies', () => {
  it('hold a token that the answer does not tell, new at each sign-in; the former one is dead', async () => {
    const email = `${unique('person')}@example.com`;
    const browser = server.browser();
    const signIn = async () => {
      await server.ageRateLimits(60);
      await browser.requestCode(email);
      const response = await browser.enterCode(email, await server.codeFor(email));
      const cookie = browser.cookie();
      const token =
        decodeURIComponent(/session_token=([^;]+)/.exec(cookie)?.[1] ?? '').split('.')[0] ?? '';
      expect(token.length).toBeGreaterThan(20);
      expect(await response.text()).not.toContain(token);
      return { cookie, token };
    };
    const session = async (cookie: string) =>
      (await server.request('/api/auth/get-session', { headers: { cookie } })).text();
    const first = await signIn();
    expect(await session(first.cookie)).toContain(email);
    expect(await session(first.cookie)).not.toContain(first.token);
    const second = await signIn();
    expect(second.token).not.toBe(first.token);
    expect(await session(first.cookie)).toBe('null');
    expect(await session(second.cookie)).toContain(email);
    expect(await session(second.cookie.replace(second.token, first.token))).toBe('null');
  });

  it('of programs that name no origin are taken', async () => {
    const email = `${unique('person')}@example.com`;
    const post = (path: string, body: object, cookie = '') =>
      server.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
        body: JSON.stringify(body),
      });
    const asked = await post('/api/auth/email-otp/send-verification-otp', {
      email,
      type: 'sign-in',
    });
    const cookie = asked.headers.getSetCookie()[0]?.split(';')[0];
    const otp = await server.codeFor(email);
    expect((await post('/api/auth/sign-in/email-otp', { email, otp }, cookie)).status).toBe(200);
  });
});
