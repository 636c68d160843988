import { describe, expect, it } from 'vitest';
import { newAccessToken } from '#server/features/access-token/credentials.ts';
import { createToken } from '#tests/support/access-tokens.ts';
import { unique } from '#tests/support/factories.ts';
import { serverForFile } from '#tests/support/server-for-file.ts';

const server = await serverForFile({ MUTATIONS_PER_MINUTE: '10', POINTS_PER_MINUTE: '100000' });
const rename = 'mutation { updateViewer(input: { name: "Renamed" }) { errors { code } } }';

function ask(query: string, headers: Record<string, string> = {}, address = '192.0.2.1') {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  };
  return server.request('/api/graphql', init, address);
}

async function refusalOf(send: () => Promise<Response>): Promise<Response> {
  for (let i = 0; i < 200; i += 1) {
    const response = await send();
    if (response.status === 429) return response;
  }
  throw new Error('No limit refused the request.');
}

/** From a 429, with the seconds of `Retry-After`. */
function policyOf({ headers }: Response) {
  const [, name, , window] =
    /^"([a-z-]+)";q=(\d+)(;w=\d+)?$/.exec(headers.get('ratelimit-policy') ?? '') ?? [];
  const state = headers.get('ratelimit') ?? '';
  expect(state).toMatch(new RegExp(`^"${name}";r=\\d+;t=\\d+$`));
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  return { name, hasWindow: window !== undefined };
}

describe('the limit of mutations', () => {
  it('is in the headers and the cost of every answer to a program', async () => {
    const { secret } = await createToken(await server.as('user'), { scopes: ['ACCOUNT_UPDATE'] });
    const headers = { authorization: `Bearer ${secret}` };
    const read = await ask('{ setup { appName } }', headers);
    const policy = '"points";q=100000;w=60, "mutations";q=10;w=60';
    expect(read.headers.get('ratelimit-policy')).toBe(policy);
    expect((await read.json()).extensions.cost.mutations).toBeUndefined();
    for (const remaining of [9, 8]) {
      const written = await ask(rename, headers);
      expect(written.headers.get('ratelimit-policy')).toBe(policy);
      expect(written.headers.get('ratelimit')).toMatch(
        new RegExp(`^"points";r=\\d+;t=\\d+, "mutations";r=${remaining};t=\\d+$`),
      );
      expect((await written.json()).extensions.cost.mutations).toEqual({ limit: 10, remaining });
    }
    const left = await ask('{ rateLimit { mutations { remaining } } }', headers);
    expect((await left.json()).data.rateLimit.mutations).toEqual({ remaining: 8 });
  });

  it('is told by rateLimit, which counts nothing, and by the refusal', async () => {
    const { cookie } = await server.as('user');
    const query = '{ rateLimit { mutations { limit remaining resetAt } } }';
    const left = async () => (await (await ask(query, { cookie })).json()).data.rateLimit.mutations;
    expect(await left()).toMatchObject({ limit: 10, remaining: 10 });
    await ask(rename, { cookie });
    expect(await left()).toMatchObject({ limit: 10, remaining: 9 });
    const { resetAt } = await left();
    expect(Date.parse(resetAt)).toBeGreaterThan(Date.now());
    const refused = await refusalOf(() => ask(rename, { cookie }));
    expect(policyOf(refused)).toEqual({ name: 'mutations', hasWindow: true });
    expect(await left()).toMatchObject({ remaining: 0 });
  });
});

describe('a refusal names its limit:', () => {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    server.request(
      path,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: server.origin, ...headers },
        body: JSON.stringify(body),
      },
      '198.51.100.7',
    );
  const requestCode = (email: string) =>
    post('/api/auth/email-otp/send-verification-otp', { email, type: 'sign-in' });

  it.each<[string, string, () => Promise<() => Promise<Response>>]>([
    [
      'points',
      'points',
      async () => {
        const { cookie } = await server.as('user');
        return () => ask('{ unknown }', { cookie });
      },
    ],
    [
      'wrong access tokens',
      'wrong-tokens',
      async () => () => ask('{ setup { appName } }', { 'x-api-key': newAccessToken() }),
    ],
    [
      'requests of codes',
      'code-requests',
      async () => {
        const email = `${unique('asked')}@example.com`;
        return () => requestCode(email);
      },
    ],
    [
      'codes that are entered',
      'code-entries',
      async () => {
        const email = `${unique('guessed')}@example.com`;
        const { headers } = await requestCode(email);
        const cookie = headers
          .getSetCookie()
          .map((line) => line.split(';', 1)[0])
          .join('; ');
        return () => post('/api/auth/sign-in/email-otp', { email, otp: '000000' }, { cookie });
      },
    ],
    [
      'other writes under /api/auth',
      'auth',
      async () => {
        const { cookie } = await server.as('user');
        return () => post('/api/auth/sign-out', {}, { cookie });
      },
    ],
    [
      'list exports',
      'exports',
      async () => {
        const { cookie } = await server.as('user');
        return async () => {
          const response = await server.request('/api/export/repositories.csv', {
            headers: { cookie },
          });
          if (response.status === 200) await response.text();
          return response;
        };
      },
    ],
    [
      'invitations',
      'user-invitations',
      async () => {
        const { cookie } = await server.as('admin');
        const { id } = await server.database.user.create({
          data: { id: `usr_${'0'.repeat(26)}`, email: 'invited@example.org', name: '' },
        });
        return () =>
          ask(
            `mutation { updateUser(input: { id: "${id}", email: "${unique('moved')}@example.org" }) { errors { code } } }`,
            { cookie },
          );
      },
    ],
  ])('%s', async (_what, name, prepare) => {
    const refused = await refusalOf(await prepare());
    expect(policyOf(refused)).toEqual({ name, hasWindow: true });
  });

  it('also in a form without script', async () => {
    const email = `${unique('form')}@example.com`;
    const visitor = server.browser();
    const refused = await refusalOf(() => visitor.submit('/login', { email }));
    expect(policyOf(refused).name).toBe('code-requests');
  });
});
